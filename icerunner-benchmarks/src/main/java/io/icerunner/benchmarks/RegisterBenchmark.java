package io.icerunner.benchmarks;

import io.icerunner.register.Registration;
import io.icerunner.register.RegistrationProgress;
import io.icerunner.register.RegistrationResult;
import io.icerunner.register.RegistrationStep;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.iceberg.catalog.TableIdentifier;

/**
 * Registers a lake into the table {@code default.lake} of warehouses by one manifest after the
 * other and prints for each what the run did and how long it took, a line of JSON.
 *
 * <p>Arguments: the lake's folder, then a warehouse and a manifest for each run.
 */
public final class RegisterBenchmark {
  private RegisterBenchmark() {}

  /** {@code cpu} is of all threads of the process, in seconds. */
  private record Batch(long files, double seconds, double cpu) {
    @Override
    public String toString() {
      return "{\"files\": %d, \"seconds\": %.4f, \"cpu\": %.3f}".formatted(files, seconds, cpu);
    }
  }

  /** Times batches from the end of one commit to the end of the next. */
  private static final class Batches {
    private final List<Batch> batches = new ArrayList<>();
    private long since = System.nanoTime();
    private long cpuSince = cpuNanos();
    private long files;

    void progress(RegistrationProgress progress) {
      if (progress.step() == RegistrationStep.WORK_KNOWN) {
        since = System.nanoTime();
        cpuSince = cpuNanos();
      }
      if (progress.step() == RegistrationStep.COMMITTED) {
        long now = System.nanoTime();
        long cpu = cpuNanos();
        batches.add(
            new Batch(progress.files() - files, (now - since) / 1e9, (cpu - cpuSince) / 1e9));
        since = now;
        cpuSince = cpu;
        files = progress.files();
      }
    }
  }

  private static long cpuNanos() {
    var system =
        (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    return system.getProcessCpuTime();
  }

  public static void main(String[] arguments) {
    Path source = Path.of(arguments[0], "daily");
    for (int i = 1; i < arguments.length; i += 2) {
      Batches batches = new Batches();
      long start = System.nanoTime();
      long cpu = cpuNanos();
      RegistrationResult result =
          Registration.builder()
              .source(source)
              .manifest(arguments[i + 1])
              .table(TableIdentifier.of("default", "lake"))
              .warehouse(Path.of(arguments[i]))
              .listener(batches::progress)
              .build()
              .run();
      print(result, (System.nanoTime() - start) / 1e9, (cpuNanos() - cpu) / 1e9, batches.batches);
    }
  }

  /** {@code process} is the age of the JVM in seconds. */
  private static void print(
      RegistrationResult result, double seconds, double cpu, List<Batch> batches) {
    System.out.printf(
        "{\"files\": %d, \"rows\": %d, \"commits\": %d, \"seconds\": %.4f, \"cpu\": %.3f, \"process\": %.3f, \"calls\": {\"listing\": %d, \"read\": %d}, \"batches\": %s}%n",
        result.files(),
        result.tableRows(),
        result.commits(),
        seconds,
        cpu,
        ManagementFactory.getRuntimeMXBean().getUptime() / 1e3,
        result.listings(),
        result.reads(),
        batches);
  }
}
