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
  private static final long NATIVE_TOLERANCE = 128L << 20;
  private static final int NATIVE_ADDRESS_DIGITS = 12;
  private static final int COUNT_TOLERANCE = 12;

  static HeldResources now() throws IOException {
    System.gc();
    System.gc();
    return new HeldResources(
        ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed(),
        ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
            .mapToLong(BufferPoolMXBean::getMemoryUsed)
            .sum(),
        nativeMemory(),
        ManagementFactory.getThreadMXBean().getThreadCount(),
        openFiles());
  }

  /** What is resident outside of the Java heap, which lies at low addresses. */
  private static long nativeMemory() throws IOException {
    Path mappings = Path.of("/proc/self/smaps");
    if (!Files.isRegularFile(mappings)) {
      return 0;
    }
    long bytes = 0;
    boolean isNative = false;
    for (String line : Files.readAllLines(mappings)) {
      if (line.matches("[0-9a-f]+-[0-9a-f]+ .*")) {
        isNative = line.indexOf('-') >= NATIVE_ADDRESS_DIGITS;
      } else if (isNative && line.startsWith("Rss:")) {
        bytes += Long.parseLong(line.replaceAll("\\D", "")) << 10;
      }
    }
    return bytes;
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
