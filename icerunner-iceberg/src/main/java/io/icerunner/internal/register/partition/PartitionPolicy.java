package io.icerunner.internal.register.partition;

/**
 * What happens to files whose partition is in doubt.
 *
 * @param conflict when the path gives a column another value than the file itself
 * @param unproven when a file is not in exactly one partition of the table's spec
 */
public record PartitionPolicy(Conflict conflict, Unproven unproven) {

  /** Refuses whatever is in doubt: the default. */
  public static final PartitionPolicy STRICT =
      new PartitionPolicy(Conflict.REFUSE, Unproven.REFUSE);

  /** A path that contradicts its file. */
  public enum Conflict {
    /** The file is refused. */
    REFUSE,
    /** The path is not looked at for columns that are in the file. */
    FILE_WINS
  }

  /** A file that spans partitions, or of which too little is known. */
  public enum Unproven {
    /** The file is refused. */
    REFUSE,
    /** The file is registered under the finest other spec of the table that it is proven for. */
    COARSER
  }
}
