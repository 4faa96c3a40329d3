package io.icerunner.internal.register.source;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.catalog.LocalPaths;
import io.icerunner.internal.store.StoreFailure;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import org.apache.iceberg.io.InputFile;

/**
 * The files of a source, local ones and those of object stores: the only way in which registration
 * touches them. It reads and lists; there is no method that writes, moves or deletes.
 *
 * <p>Every operation is repeated for as long as the {@link WeatherPolicy} says when the store fails
 * in passing. An error names the location: NOT_FOUND, PERMISSION_DENIED or INVALID_ARGUMENT at
 * once, UNAVAILABLE after the patience ended, UNSUPPORTED for a scheme whose FileIO is not on the
 * class path, CANCELLED if the thread is interrupted.
 *
 * <p>Safe for use by many threads; closed by its owner.
 */
public final class SourceStore implements AutoCloseable {
  /** Short reads of one range after which the file's size is asked for. */
  private static final int SHORT_READS = 3;

  private final Storage local = new LocalStorage();
  private final FileIoStorage remote;
  private final CallCounter counter = new CallCounter();
  private final Weather weather;
  private final Semaphore openReads;
  private final ReaderThreads threads;

  private SourceStore(FileIoStorage remote, WeatherPolicy policy) {
    this.remote = remote;
    this.weather = new Weather(policy, counter);
    this.openReads = new Semaphore(policy.openReads());
    this.threads = new ReaderThreads(policy.openReads());
  }

  /**
   * Opens a store. Nothing is read yet.
   *
   * @param ioProperties Iceberg's own keys, such as {@code io-impl}, {@code s3.endpoint}, {@code
   *     s3.path-style-access}, {@code client.region}, {@code s3.access-key-id}
   * @throws IceRunnerException INVALID_ARGUMENT if {@code io-impl} cannot be loaded
   */
  public static SourceStore open(Map<String, String> ioProperties, WeatherPolicy policy) {
    return new SourceStore(FileIoStorage.open(ioProperties, policy.openReads()), policy);
  }

  /**
   * The files below a folder, at any depth, in no promised order. A folder that is not there has
   * none. Each iteration is one listing, made step by step.
   *
   * @param folder with or without a slash at the end; {@code tile=1} never stands for {@code
   *     tile=10}
   */
  public Iterable<SourceFile> list(String folder) {
    String prefix = folder.endsWith("/") ? folder : folder + "/";
    return () -> new ResumedListing(storage(prefix), prefix, weather, counter);
  }

  /** The file of a location; one listing. NOT_FOUND if there is none. */
  public SourceFile stat(String location) {
    return weather.run(
        "find " + location,
        () -> {
          counter.listed();
          return storage(location).stat(location);
        });
  }

  /** The file of a location; empty if there is none. */
  public Optional<SourceFile> find(String location) {
    try {
      return Optional.of(stat(location));
    } catch (IceRunnerException e) {
      if (e.code() == ErrorCode.NOT_FOUND) {
        return Optional.empty();
      }
      throw e;
    }
  }

  /** The last bytes of a file, all of it if it has fewer; one read. */
  public byte[] readTail(SourceFile file, int bytes) {
    int count = (int) Math.min(bytes, file.size());
    return read(file.location(), file.size() - count, count);
  }

  /**
   * A range of a file; one read.
   *
   * @throws IceRunnerException INVALID_ARGUMENT if the file ends before the range does
   */
  public byte[] read(String location, long offset, int length) {
    if (length == 0) {
      return new byte[0];
    }
    int[] shortReads = {0};
    return weather.run(
        "read " + location,
        () -> {
          try {
            return readOnce(location, offset, length);
          } catch (IOException | RuntimeException e) {
            boolean isShort = StoreFailure.of(e, true).equals(StoreFailure.SHORT);
            if (isShort && ++shortReads[0] % SHORT_READS == 0) {
              refuseShorter(location, offset + length);
            }
            throw e;
          }
        });
  }

  /** The file for Iceberg's readers. Its length is the known one. */
  public InputFile input(SourceFile file) {
    return new SourceInputFile(this, file);
  }

  /**
   * The whole file on this machine: itself if it is here, else a new copy in a folder, which is
   * made if need be and belongs to the caller.
   */
  public Path fetch(String location, Path folder) {
    SourceFile file = stat(location);
    return LocalPaths.isLocal(location)
        ? LocalPaths.toPath(file.location())
        : FileCopy.copy(this, file, folder);
  }

  /** {@link #parallel(String, List, Function)} for files, all of one store. */
  public <T> List<T> parallel(
      List<SourceFile> files, Function<? super SourceFile, ? extends T> work) {
    return files.isEmpty() ? List.of() : parallel(files.get(0).location(), files, work);
  }

  /**
   * Does the same with each item, many at once, the results in the order of the items. The first
   * failure ends it. Not to be called from inside such work.
   *
   * @param location any that is read, to tell how many at once: local ones by a few threads, those
   *     of an object store by as many as there may be open reads
   */
  public <I, T> List<T> parallel(
      String location, List<I> items, Function<? super I, ? extends T> work) {
    return ParallelReads.run(threads.pool(LocalPaths.isLocal(location)), items, work);
  }

  /** What was asked of the stores so far. */
  public StoreCalls calls() {
    return counter.calls();
  }

  @Override
  public void close() {
    threads.close();
    remote.close();
  }

  private byte[] readOnce(String location, long offset, int length) throws IOException {
    acquire(location);
    try {
      counter.read(length);
      return storage(location).read(location, offset, length);
    } finally {
      openReads.release();
    }
  }

  private void acquire(String location) {
    try {
      openReads.acquire();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw IceRunnerException.cancelled(
          "Cannot read %s: the thread was interrupted".formatted(location));
    }
  }

  private void refuseShorter(String location, long expected) throws IOException {
    counter.listed();
    long size = storage(location).stat(location).size();
    if (size < expected) {
      throw IceRunnerException.invalidArgument(
          "Cannot read %s: at least %d bytes are expected and it has %d; it was changed while it was read or is not complete"
              .formatted(location, expected, size));
    }
  }

  private Storage storage(String location) {
    return LocalPaths.isLocal(location) ? local : remote;
  }
}
