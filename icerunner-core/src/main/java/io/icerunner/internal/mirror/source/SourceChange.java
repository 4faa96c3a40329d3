package io.icerunner.internal.mirror.source;

import io.icerunner.internal.replica.LoadMode;
import java.util.List;

/** What has happened at a source. */
public sealed interface SourceChange {

  /** Nothing. */
  record Nothing() implements SourceChange {}

  /**
   * Rows have come.
   *
   * @param portions in order; each is a commit, or several if its position allows; one if the mode
   *     is REPLACE
   */
  record Rows(LoadMode mode, List<Portion> portions) implements SourceChange {
    public Rows {
      portions = List.copyOf(portions);
    }
  }

  /**
   * The rows since the record cannot be told apart from those before.
   *
   * @param reason a sentence that names the table and what happened
   */
  record Lost(Loss loss, String reason) implements SourceChange {}

  /** Why rows cannot be followed. */
  enum Loss {
    /** The source deleted or overwrote rows. */
    REWRITTEN,
    /** The source no longer has the snapshot of the record. */
    EXPIRED,
    /** The source went back to before the record. */
    ROLLED_BACK,
    /** Another table has the name now. */
    RECREATED
  }
}
