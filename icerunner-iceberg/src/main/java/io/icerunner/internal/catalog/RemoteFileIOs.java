package io.icerunner.internal.catalog;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.iceberg.CatalogUtil;
import org.apache.iceberg.io.DelegateFileIO;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.StorageCredential;

/** Iceberg's own FileIO for each scheme, opened when the first file of the scheme is. */
final class RemoteFileIOs implements AutoCloseable {
  /**
   * @param artifact has the class; its bundle, the store's client
   */
  private record Implementation(String className, String artifact) {}

  private static final Implementation S3 =
      new Implementation("org.apache.iceberg.aws.s3.S3FileIO", "iceberg-aws");
  private static final Implementation GCS =
      new Implementation("org.apache.iceberg.gcp.gcs.GCSFileIO", "iceberg-gcp");
  private static final Implementation ADLS =
      new Implementation("org.apache.iceberg.azure.adlsv2.ADLSFileIO", "iceberg-azure");
  private static final Map<String, Implementation> BY_SCHEME =
      Map.of(
          "s3", S3, "s3a", S3, "s3n", S3, "gs", GCS, "abfs", ADLS, "abfss", ADLS, "wasb", ADLS,
          "wasbs", ADLS);

  private final Map<String, String> properties;
  private final List<StorageCredential> credentials;
  private final Map<String, DelegateFileIO> open = new ConcurrentHashMap<>();

  RemoteFileIOs(Map<String, String> properties, List<StorageCredential> credentials) {
    this.properties = properties;
    this.credentials = credentials;
  }

  /**
   * The FileIO of a location.
   *
   * @throws IceRunnerException UNSUPPORTED naming the artifact that is missing
   */
  DelegateFileIO of(String location) {
    String scheme = location.substring(0, location.indexOf(':')).toLowerCase(Locale.ROOT);
    Implementation implementation = BY_SCHEME.get(scheme);
    if (implementation == null) {
      throw IceRunnerException.unsupported(
          "Cannot open %s: no FileIO is known for %s; set the catalog property io-impl to one"
              .formatted(location, scheme));
    }
    return open.computeIfAbsent(implementation.className(), name -> load(location, implementation));
  }

  private DelegateFileIO load(String location, Implementation implementation) {
    try {
      FileIO io = CatalogUtil.loadFileIO(implementation.className(), properties, null, credentials);
      return (DelegateFileIO) io;
    } catch (IllegalArgumentException | NoClassDefFoundError e) {
      throw new IceRunnerException(
          ErrorCode.UNSUPPORTED,
          "Cannot open %s: %s cannot be loaded; add org.apache.iceberg:%s and the store's client, such as org.apache.iceberg:%s-bundle, to the class path (%s)"
              .formatted(
                  location,
                  implementation.className(),
                  implementation.artifact(),
                  implementation.artifact(),
                  e.getMessage()),
          e);
    }
  }

  @Override
  public void close() {
    open.values().forEach(FileIO::close);
    open.clear();
  }
}
