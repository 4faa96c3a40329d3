package io.icerunner.mirror;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** What this JVM holds. */
record HeldResources(
    long heapBytes, long directBytes, long nativeBytes, int threads, long handles) {
  private static final long HEAP_TOLERANCE = 48L << 20;
  private static final long DIRECT_TOLERANCE = 32L << 20;
  private static final long NATIVE_TOLERANCE = 384L << 20;
  private static final int COUNT_TOLERANCE = 12;

  static HeldResources now() throws IOException {
    System.gc();
    System.gc();
    return new HeldResources(
        ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed(),
        ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
            .mapToLong(BufferPoolMXBean::getMemoryUsed)
            .sum(),
        residentMemory() - ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getCommitted(),
        ManagementFactory.getThreadMXBean().getThreadCount(),
        openFiles());
  }

  private static long residentMemory() throws IOException {
    Path status = Path.of("/proc/self/status");
    if (!Files.isRegularFile(status)) {
      return 0;
    }
    return Files.readAllLines(status).stream()
        .filter(line -> line.startsWith("VmRSS:"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) << 10)
        .sum();
  }

  private static long openFiles() throws IOException {
    Path handles = Path.of("/proc/self/fd");
    if (!Files.isDirectory(handles)) {
      return 0;
    }
    try (Stream<Path> all = Files.list(handles)) {
      return all.count();
    }
  }

  /** Asserts that it is hardly more than it was. */
  void assertNoMoreThan(HeldResources before) {
    String both = "%s after %s".formatted(this, before);
    assertThat(heapBytes).as(both).isLessThan(before.heapBytes + HEAP_TOLERANCE);
    assertThat(directBytes).as(both).isLessThan(before.directBytes + DIRECT_TOLERANCE);
    assertThat(nativeBytes).as(both).isLessThan(before.nativeBytes + NATIVE_TOLERANCE);
    assertThat(threads).as(both).isLessThan(before.threads + COUNT_TOLERANCE);
    assertThat(handles).as(both).isLessThan(before.handles + COUNT_TOLERANCE);
  }
}
