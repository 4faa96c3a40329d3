package io.icerunner.internal.scan;

import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.TypeUtil;
import org.apache.iceberg.types.Types;

/** The type changes that Iceberg allows. */
final class Promotions {
  private static final int DATE_TO_TIMESTAMP = 3;

  private Promotions() {}

  /**
   * @param formatVersion of the table; dates become timestamps from version 3 on
   */
  static boolean isLegal(Type from, Type.PrimitiveType to, int formatVersion) {
    boolean dateToTimestamp =
        formatVersion >= DATE_TO_TIMESTAMP
            && from.typeId() == Type.TypeID.DATE
            && (to.equals(Types.TimestampType.withoutZone())
                || to.equals(Types.TimestampNanoType.withoutZone()));
    return dateToTimestamp || TypeUtil.isPromotionAllowed(from, to);
  }
}
