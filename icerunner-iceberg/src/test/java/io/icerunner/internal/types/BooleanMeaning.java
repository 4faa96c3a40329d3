package io.icerunner.internal.types;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Bytes read as booleans, at any depth; the keys of maps stay numbers. */
final class BooleanMeaning {
  private BooleanMeaning() {}

  static List<@Nullable Object> of(List<?> values) {
    List<@Nullable Object> result = new ArrayList<>();
    values.forEach(value -> result.add(one(value)));
    return result;
  }

  private static @Nullable Object one(@Nullable Object value) {
    if (value instanceof List<?> list) {
      boolean entry = !list.isEmpty() && list.size() == 2 && isKey(list.get(0));
      return entry ? entry(list) : of(list);
    } else if (value instanceof Map<?, ?> map) {
      Map<Object, @Nullable Object> result = new LinkedHashMap<>();
      map.forEach((k, v) -> result.put(k, one(v)));
      return result;
    } else if (value instanceof BigDecimal number) {
      return number.signum() != 0;
    }
    return value;
  }

  private static boolean isKey(@Nullable Object value) {
    return value instanceof BigDecimal number && number.intValue() > 1;
  }

  private static List<@Nullable Object> entry(List<?> pair) {
    List<@Nullable Object> result = new ArrayList<>();
    result.add(pair.get(0));
    result.add(one(pair.get(1)));
    return result;
  }
}
