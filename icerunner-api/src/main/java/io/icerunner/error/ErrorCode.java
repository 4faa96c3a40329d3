package io.icerunner.error;

/**
 * What a caller can do about an error. The Flight edge maps each code to one Flight status; nothing
 * else decides a status.
 */
public enum ErrorCode {
  /** A table, namespace, snapshot, statement handle or ticket does not exist, or no longer does. */
  NOT_FOUND,
  /** Something with this name exists already. */
  ALREADY_EXISTS,
  /** The request is wrong as it stands; repeating it gives the same answer. */
  INVALID_ARGUMENT,
  /** The request is understood and valid, and IceRunner does not do it. */
  UNSUPPORTED,
  /** Other writers won every attempt; nothing was committed and the request can be repeated. */
  COMMIT_CONFLICT,
  /**
   * Whether the commit took place could not be learned. Files are kept. Look in the table before
   * repeating the request: repeating it blindly may write the rows twice.
   */
  COMMIT_UNKNOWN,
  /**
   * Another writer has taken over what this one was writing; nothing was committed. Repeating it
   * changes nothing: one of the two should end.
   */
  FENCED,
  /** A limit of memory, disk, message size or concurrency was reached. */
  RESOURCE_EXHAUSTED,
  /** The caller did not prove who it is. */
  UNAUTHENTICATED,
  /** The caller may not do this. */
  PERMISSION_DENIED,
  /** The caller, or the server while closing, ended the request. */
  CANCELLED,
  /** The request's deadline passed. */
  DEADLINE_EXCEEDED,
  /** A catalog or store that is needed cannot be reached at the moment. */
  UNAVAILABLE,
  /** A fault in IceRunner or below it. */
  INTERNAL
}
