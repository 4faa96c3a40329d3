package io.icerunner.register;

/** How the columns of the table follow from those of the files. */
public enum SchemaPolicy {
  /**
   * From all files: columns are matched by name, types widened where that is exact, columns that
   * come later added. The default.
   */
  UNION,
  /** From the first files; later ones may lack columns and be narrower, not more. */
  FIRST,
  /** As declared; what files have besides is left out. */
  DECLARED
}
