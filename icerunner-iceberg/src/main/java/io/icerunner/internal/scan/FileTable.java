package io.icerunner.internal.scan;

import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.parquet.FooterReader;
import io.icerunner.internal.parquet.ParquetFooter;
import io.icerunner.internal.parquet.UnreadableFile;
import io.icerunner.spi.ResolvedTable;
import io.icerunner.spi.ScanPlan;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.iceberg.Schema;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.TypeUtil;
import org.apache.iceberg.types.Types;

/**
 * A table of one local Parquet file, in no catalog. Its columns are those of the file that can be
 * read; field ids in the file mean nothing here. Immutable.
 */
public final class FileTable implements ResolvedTable {
  private static final int FORMAT_VERSION = 3;

  private final ScanPlan.File file;
  private final Set<String> roots;
  private final Schema stored;
  private final Schema readable;

  private FileTable(ScanPlan.File file, Set<String> roots, Schema stored) {
    this.file = file;
    this.roots = roots;
    this.stored = stored;
    this.readable =
        new Schema(
            stored.columns().stream()
                .filter(column -> column.type().typeId() != Type.TypeID.UNKNOWN)
                .toList());
  }

  /**
   * @param roots folders that an engine may keep open for many such tables, each ending with a
   *     slash; used if the file is below one
   * @throws IceRunnerException NOT_FOUND if there is no such file, INVALID_ARGUMENT naming it if it
   *     is no Parquet file that can be read
   */
  public static FileTable open(Path path, Set<String> roots) {
    Path absolute = path.toAbsolutePath().normalize();
    try (FileChannel channel = FileChannel.open(absolute)) {
      long size = channel.size();
      ParquetFooter footer =
          FooterReader.readSchema(
              absolute.toString(), size, (offset, length) -> read(channel, offset, length));
      boolean below = roots.stream().anyMatch(absolute.toString()::startsWith);
      return new FileTable(
          new ScanPlan.File(absolute.toString(), footer.rowCount(), size),
          below ? roots : Set.of(),
          columns(footer));
    } catch (NoSuchFileException e) {
      throw IceRunnerException.notFound("Cannot read %s: no such file".formatted(absolute));
    } catch (UnreadableFile | IOException | ValidationException | IllegalArgumentException e) {
      throw IceRunnerException.invalidArgument(
          "Cannot read %s: %s".formatted(absolute, e.getMessage()));
    }
  }

  private static byte[] read(FileChannel channel, long offset, int length) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(length);
    while (bytes.hasRemaining() && channel.read(bytes, offset + bytes.position()) >= 0) {
      // Until all is there, or the file has ended, which the reader of the footer notices.
    }
    return bytes.hasRemaining() ? new byte[0] : bytes.array();
  }

  private static Schema columns(ParquetFooter footer) throws UnreadableFile {
    List<Types.NestedField> fields =
        new ColumnConversion(FORMAT_VERSION).fields(footer.schema(), null, "");
    int[] last = {0};
    Type numbered = TypeUtil.assignFreshIds(Types.StructType.of(fields), () -> ++last[0]);
    return new Schema(numbered.asStructType().fields());
  }

  /** The absolute path. */
  public String location() {
    return file.path();
  }

  /** All columns in the file's order; those that cannot be read are of unknown type. */
  public Schema stored() {
    return stored;
  }

  @Override
  public TableIdentifier identifier() {
    return TableIdentifier.of(String.valueOf(Path.of(file.path()).getFileName()));
  }

  @Override
  public Schema schema() {
    return readable;
  }

  @Override
  public int formatVersion() {
    return FORMAT_VERSION;
  }

  @Override
  public OptionalLong snapshotId() {
    return OptionalLong.empty();
  }

  @Override
  public OptionalLong recordCount() {
    return OptionalLong.of(file.recordCount());
  }

  @Override
  public OptionalLong totalBytes() {
    return OptionalLong.of(file.sizeInBytes());
  }

  @Override
  public ScanPlan plan(Expression filter) {
    return new ScanPlan(
        readable, List.of(new ScanPlan.Group(stored, false, Map.of(), List.of(file))), roots);
  }
}
