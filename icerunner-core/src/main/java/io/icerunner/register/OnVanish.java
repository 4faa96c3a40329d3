package io.icerunner.register;

/** What happens to a registered unit that the manifest or the listing no longer has. */
public enum OnVanish {
  /** The run fails before it commits anything, naming the units. The default. */
  REFUSE,
  /** Its files are removed from the table; the files themselves are not touched. */
  REMOVE,
  /** It stays in the table. */
  KEEP
}
