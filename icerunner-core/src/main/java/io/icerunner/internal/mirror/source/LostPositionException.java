package io.icerunner.internal.mirror.source;

/** Found out while rows are read: those of the position are not there any more. */
public final class LostPositionException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient SourceChange.Lost change;

  public LostPositionException(SourceChange.Lost change) {
    super(change.reason());
    this.change = change;
  }

  public SourceChange.Lost change() {
    return change;
  }
}
