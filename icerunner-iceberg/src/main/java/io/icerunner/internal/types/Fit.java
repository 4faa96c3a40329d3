package io.icerunner.internal.types;

/** How an Arrow type goes into a column. */
enum Fit {
  /** Every value is stored as it is. */
  LOSSLESS("lossless"),
  /** Every value is stored exactly, in a wider type. */
  WIDENED("widened"),
  /** A value is stored exactly or refused with its row. */
  CHECKED("checked");

  private final String word;

  Fit(String word) {
    this.word = word;
  }

  /** As the documentation says it. */
  String word() {
    return word;
  }
}
