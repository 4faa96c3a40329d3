package io.icerunner.internal.mirror.source;

import org.jspecify.annotations.Nullable;

/** All rows that a source gives now. */
final class AppendRead extends StreamRead {
  private final AppendPosition before;
  private final boolean mayBeCut;
  private long rows;
  private boolean ended;

  /**
   * @param mayBeCut whether some of the rows can be committed without those that follow
   */
  AppendRead(BatchStream stream, AppendPosition before, boolean mayBeCut) {
    super(stream);
    this.before = before;
    this.mayBeCut = mayBeCut;
  }

  @Override
  public boolean next() {
    if (super.next()) {
      rows += batch().getRowCount();
      return true;
    }
    ended = true;
    return false;
  }

  @Override
  public @Nullable String position() {
    return mayBeCut || ended
        ? new AppendPosition(before.cycles() + 1, before.rows() + rows).json()
        : null;
  }
}
