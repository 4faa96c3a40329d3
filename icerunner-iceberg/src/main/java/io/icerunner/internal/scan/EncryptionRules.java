package io.icerunner.internal.scan;

import org.apache.iceberg.TableProperties;

/** Tables whose metadata is encrypted are not read. */
final class EncryptionRules {

  private EncryptionRules() {}

  static void requirePlain(SnapshotSource source) {
    boolean encrypted =
        source.snapshot().keyId() != null
            || source.table().properties().containsKey(TableProperties.ENCRYPTION_TABLE_KEY);
    if (encrypted) {
      throw TableRules.unsupported(
          source.identifier(), "the table is encrypted, which is not read yet");
    }
  }
}
