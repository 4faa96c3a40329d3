package io.icerunner.register;

/** Follows a run. Called by the thread that runs, except where said otherwise. */
public interface RegistrationListener {

  /**
   * A step is done.
   *
   * @throws RuntimeException to end the run there; it is thrown on
   */
  void progress(RegistrationProgress progress);

  /** A store or the catalog failed in passing and is tried again. Called by any thread. */
  default void retrying(String message) {}
}
