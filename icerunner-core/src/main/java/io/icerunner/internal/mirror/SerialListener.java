package io.icerunner.internal.mirror;

import java.time.Duration;
import java.util.List;

/** Calls a listener by one thread at a time, and tells its failures from ours. */
final class SerialListener implements CycleListener {
  private final CycleListener listener;

  SerialListener(CycleListener listener) {
    this.listener = listener;
  }

  /** A listener threw; its own exception is the cause. */
  static final class ListenerFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final RuntimeException thrown;

    ListenerFailure(RuntimeException thrown) {
      super(thrown);
      this.thrown = thrown;
    }

    RuntimeException thrown() {
      return thrown;
    }
  }

  @Override
  public void progress(CycleProgress progress) {
    call(() -> listener.progress(progress));
  }

  @Override
  public void cycleDone(List<TableReport> tables, Duration duration) {
    call(() -> listener.cycleDone(tables, duration));
  }

  @Override
  public void retrying(String source, String message, Duration pause) {
    call(() -> listener.retrying(source, message, pause));
  }

  private synchronized void call(Runnable call) {
    try {
      call.run();
    } catch (RuntimeException e) {
      throw new ListenerFailure(e);
    }
  }
}
