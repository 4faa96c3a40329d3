package io.icerunner.register;

/**
 * What happens to a registered unit that has changed: its row count in the manifest, or its files
 * where they are looked at (without a manifest always, with one by {@link
 * RegistrationBuilder#recheck(boolean)}).
 */
public enum OnChange {
  /** The run fails before it commits anything, naming the units. The default. */
  REFUSE,
  /** Its old files go and its new ones come, in one commit. */
  REPLACE,
  /** It stays as it was registered. */
  KEEP
}
