package io.icerunner.internal.register.source;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** How writers put a value into the name of a Hive folder. */
enum HiveSpelling {
  /** As it stands. */
  PLAIN {
    @Override
    String spell(String value) {
      return value;
    }
  },
  /** As Hive and Spark do: what file systems dislike is percent-encoded. */
  HIVE {
    @Override
    String spell(String value) {
      if (value.isEmpty()) {
        return NULL;
      }
      StringBuilder text = new StringBuilder();
      for (int i = 0; i < value.length(); i++) {
        char c = value.charAt(i);
        if (c < 0x20 || HIVE_ESCAPES.indexOf(c) >= 0) {
          text.append(String.format("%%%02X", (int) c));
        } else {
          text.append(c);
        }
      }
      return text.toString();
    }
  },
  /** As pyarrow does: all but letters, digits and {@code -_.~} is percent-encoded UTF-8. */
  URI {
    @Override
    String spell(String value) {
      StringBuilder text = new StringBuilder();
      for (byte b : value.getBytes(StandardCharsets.UTF_8)) {
        if (b >= 0 && isUnreserved((char) b)) {
          text.append((char) b);
        } else {
          text.append(String.format("%%%02X", b & 0xff));
        }
      }
      return text.toString();
    }
  };

  /** The folder of null. */
  static final String NULL = "__HIVE_DEFAULT_PARTITION__";

  private static final String HIVE_ESCAPES = "\"#%'*/:=?\\{[]^\u007F";

  abstract String spell(String value);

  /** The name of a folder; null if a name cannot be spelled so. */
  @Nullable String folder(String key, @Nullable String value) {
    String spelled = value == null ? NULL : spell(value);
    return spelled.indexOf('/') >= 0 ? null : key + "=" + spelled;
  }

  /** Whether all spellings give the same. */
  static boolean isPlain(@Nullable String value) {
    return value == null || !value.isEmpty() && value.chars().allMatch(HiveSpelling::isUnreserved);
  }

  private static boolean isUnreserved(int c) {
    return c >= 'a' && c <= 'z'
        || c >= 'A' && c <= 'Z'
        || c >= '0' && c <= '9'
        || c == '-'
        || c == '_'
        || c == '.'
        || c == '~';
  }
}
