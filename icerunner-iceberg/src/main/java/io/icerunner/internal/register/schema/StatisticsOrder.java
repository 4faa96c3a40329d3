package io.icerunner.internal.register.schema;

/** The order by which a file says it has found the least and the greatest value of a column. */
enum StatisticsOrder {
  OF_THE_TYPE,
  /** The file does not say. */
  UNSTATED,
  /** One that is not known here. */
  UNKNOWN
}
