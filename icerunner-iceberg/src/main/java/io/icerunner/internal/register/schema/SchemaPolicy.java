package io.icerunner.internal.register.schema;

/** Where the columns of a registered table come from. */
public enum SchemaPolicy {
  /** From all files: columns are matched by name, types widened where that is exact. */
  UNION,
  /** From the first file of the table; later files may lack columns and be narrower, not more. */
  FIRST,
  /** As declared; what files have besides is left out. */
  DECLARED
}
