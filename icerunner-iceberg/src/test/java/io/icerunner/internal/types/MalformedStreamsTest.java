package io.icerunner.internal.types;

import static org.assertj.core.api.Assertions.assertThat;

import io.icerunner.error.IceRunnerException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.OutOfMemoryException;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowStreamReader;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Streams that fuzzing found: refused or read, never a crash, a hang or a leak of ours. */
class MalformedStreamsTest {
  private static final long LIMIT = 256L << 20;

  private final TypeMappers mappers = TypeMappers.of(List.of());

  static Stream<Path> streams() throws IOException {
    try (Stream<Path> files =
        Files.walk(SharedCases.folder("arrow-testing/data/arrow-ipc-stream"), 1)) {
      return files.filter(Files::isRegularFile).sorted().collect(Collectors.toList()).stream();
    }
  }

  @ParameterizedTest
  @MethodSource("streams")
  @Timeout(60)
  void aMalformedStreamIsRefusedOrReadWhole(Path file) throws IOException {
    try (BufferAllocator root = new RootAllocator(LIMIT);
        BufferAllocator ours = root.newChildAllocator("conversion", 0, LIMIT)) {
      readAll(file, root, ours);
      assertThat(ours.getAllocatedMemory()).isZero();
    } catch (IllegalStateException e) {
      // Arrow's reader leaks buffers of some of these streams; ours were checked before.
      assertThat(e.getMessage()).contains("Allocator(ROOT)").doesNotContain("conversion");
    }
  }

  private void readAll(Path file, BufferAllocator root, BufferAllocator ours) throws IOException {
    try (ArrowStreamReader reader = new ArrowStreamReader(Files.newInputStream(file), root)) {
      VectorSchemaRoot batch = reader.getVectorSchemaRoot();
      Schema values = TypeMappers.decoded(batch.getSchema(), reader);
      AppendConversion conversion =
          AppendConversion.plan(values, mappers.toIceberg(values, 3), 3, mappers, "t");
      while (reader.loadNextBatch()) {
        convert(conversion, batch, reader, ours);
      }
    } catch (RuntimeException | IOException e) {
      // Arrow's reader refuses the stream, or the schema has no table.
      assertThat(e).isNotInstanceOf(ConversionFailed.class);
    }
  }

  private static void convert(
      AppendConversion conversion,
      VectorSchemaRoot batch,
      ArrowStreamReader reader,
      BufferAllocator ours) {
    try (VectorSchemaRoot result = conversion.convert(batch, reader, ours)) {
      result.getFieldVectors().forEach(new Meaning(null)::of);
    } catch (IceRunnerException | OutOfMemoryException e) {
      assertThat(e.getMessage()).isNotEmpty();
    } catch (RuntimeException e) {
      throw new ConversionFailed(e);
    }
  }

  private static final class ConversionFailed extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ConversionFailed(RuntimeException cause) {
      super(cause);
    }
  }
}
