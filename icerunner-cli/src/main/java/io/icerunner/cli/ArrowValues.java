package io.icerunner.cli;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.FixedSizeBinaryVector;
import org.apache.arrow.vector.ValueVector;
import org.apache.arrow.vector.complex.BaseRepeatedValueVector;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.MapVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.jspecify.annotations.Nullable;

/**
 * Values of Arrow vectors as plain Java values: Boolean, Number, String, {@code byte[]}, the {@code
 * java.time} types, UUID, List, and Map for structs and maps.
 */
final class ArrowValues {
  private static final String UUID_EXTENSION = "arrow.uuid";

  private ArrowValues() {}

  static @Nullable Object read(ValueVector vector, int index) {
    if (vector.isNull(index)) {
      return null;
    }
    if (vector instanceof MapVector map) {
      return map(map, index);
    }
    if (vector instanceof ListVector list) {
      return list(list, list.getElementStartIndex(index), list.getElementEndIndex(index));
    }
    if (vector instanceof FixedSizeListVector list) {
      return list(list, index * list.getListSize(), (index + 1) * list.getListSize());
    }
    if (vector instanceof StructVector struct) {
      Map<String, @Nullable Object> fields = new LinkedHashMap<>();
      for (FieldVector child : struct.getChildrenFromFields()) {
        fields.put(child.getName(), read(child, index));
      }
      return fields;
    }
    if (vector instanceof BitVector bits) {
      return bits.get(index) == 1;
    }
    return scalar(vector, index);
  }

  private static Object list(BaseRepeatedValueVector list, int start, int end) {
    return elements(list.getDataVector(), start, end);
  }

  private static Object list(FixedSizeListVector list, int start, int end) {
    return elements(list.getDataVector(), start, end);
  }

  private static List<@Nullable Object> elements(ValueVector data, int start, int end) {
    List<@Nullable Object> elements = new ArrayList<>(end - start);
    for (int i = start; i < end; i++) {
      elements.add(read(data, i));
    }
    return elements;
  }

  private static Object map(MapVector vector, int index) {
    StructVector entries = (StructVector) vector.getDataVector();
    List<FieldVector> children = entries.getChildrenFromFields();
    Map<@Nullable Object, @Nullable Object> map = new LinkedHashMap<>();
    for (int i = vector.getElementStartIndex(index); i < vector.getElementEndIndex(index); i++) {
      Object key = read(children.get(0), i);
      map.put(key == null ? null : text(key), read(children.get(1), i));
    }
    return map;
  }

  private static Object scalar(ValueVector vector, int index) {
    Object value = vector.getObject(index);
    ArrowType type = vector.getField().getType();
    if (type instanceof ArrowType.Date date) {
      return date.getUnit() == DateUnit.DAY
          ? LocalDate.ofEpochDay(((Number) value).longValue())
          : value;
    }
    if (type instanceof ArrowType.Time time && value instanceof Number number) {
      return LocalTime.MIDNIGHT.plus(number.longValue(), unit(time.getUnit()));
    }
    if (type instanceof ArrowType.Timestamp timestamp && value instanceof Number number) {
      Instant instant = Instant.EPOCH.plus(number.longValue(), unit(timestamp.getUnit()));
      return timestamp.getTimezone() == null
          ? LocalDateTime.ofInstant(instant, ZoneOffset.UTC)
          : instant.atZone(ZoneId.of(timestamp.getTimezone())).toOffsetDateTime();
    }
    if (vector instanceof FixedSizeBinaryVector
        && UUID_EXTENSION.equals(
            vector
                .getField()
                .getMetadata()
                .get(ArrowType.ExtensionType.EXTENSION_METADATA_KEY_NAME))) {
      ByteBuffer bytes = ByteBuffer.wrap((byte[]) value);
      return new UUID(bytes.getLong(), bytes.getLong());
    }
    boolean plain = value instanceof Number || value instanceof byte[] || value instanceof Duration;
    return plain ? value : value.toString();
  }

  private static ChronoUnit unit(TimeUnit unit) {
    return switch (unit) {
      case SECOND -> ChronoUnit.SECONDS;
      case MILLISECOND -> ChronoUnit.MILLIS;
      case MICROSECOND -> ChronoUnit.MICROS;
      case NANOSECOND -> ChronoUnit.NANOS;
    };
  }

  /** The value as a person reads it; binary values as base64. */
  static String text(Object value) {
    if (value instanceof byte[] bytes) {
      return Base64.getEncoder().encodeToString(bytes);
    }
    if (value instanceof BigDecimal decimal) {
      return decimal.toPlainString();
    }
    if (value instanceof LocalDateTime time) {
      return DateTimeFormatter.ISO_LOCAL_DATE_TIME.format(time);
    }
    if (value instanceof OffsetDateTime time) {
      return DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(time);
    }
    if (value instanceof List<?> list) {
      return list.stream().map(ArrowValues::nested).toList().toString();
    }
    if (value instanceof Map<?, ?> map) {
      Map<Object, String> texts = new LinkedHashMap<>();
      map.forEach((key, element) -> texts.put(String.valueOf(key), nested(element)));
      return texts.toString();
    }
    return value.toString();
  }

  private static String nested(@Nullable Object value) {
    return value == null ? "NULL" : text(value);
  }
}
