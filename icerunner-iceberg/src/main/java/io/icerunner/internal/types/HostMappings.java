package io.icerunner.internal.types;

import io.icerunner.spi.TypeMapper;
import io.icerunner.spi.TypeMapper.ArrowMapping;
import io.icerunner.spi.TypeMapper.IcebergMapping;
import java.util.List;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/**
 * The mappers of the host, in order; the first that answers decides.
 *
 * @param mappers never null, mostly empty
 */
record HostMappings(List<TypeMapper> mappers) {
  static final HostMappings NONE = new HostMappings(List.of());

  HostMappings {
    mappers = List.copyOf(mappers);
  }

  @Nullable IcebergMapping toIceberg(Field field, int formatVersion) {
    for (TypeMapper mapper : mappers) {
      IcebergMapping mapping = mapper.toIceberg(field, formatVersion);
      if (mapping != null) {
        return mapping;
      }
    }
    return null;
  }

  @Nullable ArrowMapping toArrow(Types.NestedField column, int formatVersion) {
    for (TypeMapper mapper : mappers) {
      ArrowMapping mapping = mapper.toArrow(column, formatVersion);
      if (mapping != null) {
        return mapping;
      }
    }
    return null;
  }
}
