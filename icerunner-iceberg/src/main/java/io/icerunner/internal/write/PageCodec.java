package io.icerunner.internal.write;

import com.github.luben.zstd.Zstd;
import io.icerunner.error.IceRunnerException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.zip.Deflater;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.jspecify.annotations.Nullable;

/** Compresses pages from one direct buffer to another. Not thread-safe: one per worker. */
interface PageCodec extends AutoCloseable {

  /** Most bytes that {@code length} bytes become. */
  int bound(int length);

  /**
   * Compresses {@code from[0, length)} to {@code to[at, …)}; positions and limits are left alone.
   *
   * @return the number of bytes written
   */
  int compress(ByteBuffer from, int length, ByteBuffer to, int at);

  @Override
  default void close() {}

  /** The codecs that need nothing but this library. */
  enum Kind {
    ZSTD(CompressionCodecName.ZSTD, Zstd.minCompressionLevel(), Zstd.maxCompressionLevel()),
    SNAPPY(CompressionCodecName.SNAPPY, Integer.MIN_VALUE, Integer.MAX_VALUE),
    GZIP(CompressionCodecName.GZIP, Deflater.DEFAULT_COMPRESSION, Deflater.BEST_COMPRESSION),
    UNCOMPRESSED(CompressionCodecName.UNCOMPRESSED, Integer.MIN_VALUE, Integer.MAX_VALUE);

    private final CompressionCodecName parquet;
    private final int leastLevel;
    private final int mostLevel;

    Kind(CompressionCodecName parquet, int leastLevel, int mostLevel) {
      this.parquet = parquet;
      this.leastLevel = leastLevel;
      this.mostLevel = mostLevel;
    }

    int leastLevel() {
      return leastLevel;
    }

    int mostLevel() {
      return mostLevel;
    }

    CompressionCodecName parquet() {
      return parquet;
    }

    static Kind named(String name, String table) {
      for (Kind kind : values()) {
        if (kind.name().equalsIgnoreCase(name)) {
          return kind;
        }
      }
      throw IceRunnerException.unsupported(
          "Cannot write %s: property write.parquet.compression-codec is '%s'; supported are %s"
              .formatted(
                  table,
                  name,
                  Arrays.stream(values())
                      .map(kind -> kind.name().toLowerCase(Locale.ROOT))
                      .collect(Collectors.joining(", "))));
    }

    /** A new codec; the caller closes it. */
    PageCodec open(@Nullable Integer level) {
      return switch (this) {
        case ZSTD -> new ZstdCodec(level == null ? ZstdCodec.DEFAULT_LEVEL : level);
        case SNAPPY -> new SnappyCodec();
        case GZIP -> new GzipCodec(level == null ? GzipCodec.DEFAULT_LEVEL : level);
        case UNCOMPRESSED -> new NoCodec();
      };
    }
  }
}
