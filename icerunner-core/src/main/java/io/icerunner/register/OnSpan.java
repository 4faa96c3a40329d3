package io.icerunner.register;

/** What happens to a file that is not proven to be in exactly one partition. */
public enum OnSpan {
  /** The run fails, naming file, column and bounds. The default. */
  REFUSE,
  /**
   * The file is registered under the finest other partition spec of the table that it is proven
   * for. A table that registration creates has one besides its own, by the keys of the paths alone.
   */
  COARSER
}
