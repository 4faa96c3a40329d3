package io.icerunner.internal.register.source;

import java.util.HashMap;
import java.util.Map;

/**
 * Properties of Iceberg's S3 client that a source is read with unless the caller sets them: its own
 * repeats are few and quick, because {@link Weather} repeats as well, and it opens as many
 * connections as there are reads.
 */
final class ClientDefaults {
  private static final Map<String, String> S3 =
      Map.of(
          "s3.retry.num-retries", "3",
          "s3.retry.min-wait-ms", "100",
          "s3.retry.max-wait-ms", "2000");

  private static final String CONNECTIONS = "http-client.apache.max-connections";

  private ClientDefaults() {}

  static Map<String, String> complete(Map<String, String> properties, int openReads) {
    Map<String, String> complete = new HashMap<>(S3);
    complete.put(CONNECTIONS, Integer.toString(openReads + 16));
    complete.putAll(properties);
    return complete;
  }
}
