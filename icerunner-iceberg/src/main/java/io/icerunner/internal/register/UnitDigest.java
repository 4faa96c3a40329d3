package io.icerunner.internal.register;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.icerunner.internal.register.source.SourceFile;
import java.util.List;
import java.util.zip.CRC32C;

/** A short digest of a unit's files: two differ if a file came, went or was written again. */
final class UnitDigest {
  private UnitDigest() {}

  /**
   * @param source what the locations begin with; not part of the digest
   */
  static int of(String source, List<SourceFile> files) {
    CRC32C digest = new CRC32C();
    for (SourceFile file : files) {
      String line =
          file.location().substring(source.length())
              + '\n'
              + file.size()
              + '\n'
              + file.modifiedMillis()
              + '\n';
      digest.update(line.getBytes(UTF_8));
    }
    return (int) digest.getValue();
  }
}
