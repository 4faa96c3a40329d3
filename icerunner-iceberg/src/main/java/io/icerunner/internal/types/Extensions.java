package io.icerunner.internal.types;

import java.util.Map;
import org.apache.arrow.vector.types.pojo.ArrowType.ExtensionType;
import org.apache.arrow.vector.types.pojo.Field;

/**
 * The extension types that mean something here. A field may carry one as metadata or, where Arrow
 * has the type registered, as the type itself; both are the same to us. What leaves carries
 * metadata only: its buffers are plain for every client.
 */
final class Extensions {
  static final String UUID = "arrow.uuid";
  static final String BOOL8 = "arrow.bool8";
  static final String VARIANT = "arrow.parquet.variant";
  static final String PARQUET_VARIANT = "parquet.variant";

  static final Map<String, String> UUID_METADATA =
      Map.of(
          ExtensionType.EXTENSION_METADATA_KEY_NAME,
          UUID,
          ExtensionType.EXTENSION_METADATA_KEY_METADATA,
          "");

  private Extensions() {}

  /** The extension's name; empty if the field is of none. */
  static String nameOf(Field field) {
    return field.getType() instanceof ExtensionType extension
        ? extension.extensionName()
        : field.getMetadata().getOrDefault(ExtensionType.EXTENSION_METADATA_KEY_NAME, "");
  }
}
