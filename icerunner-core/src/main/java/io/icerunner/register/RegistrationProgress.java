package io.icerunner.register;

/**
 * How far a run is.
 *
 * @param step what was done last
 * @param unitsTotal units to register in this run; 0 before they are known
 * @param unitsDone of them, registered or found to be
 * @param files registered so far
 * @param rows in them
 * @param bytes of them
 * @param commits made so far
 */
public record RegistrationProgress(
    RegistrationStep step,
    long unitsTotal,
    long unitsDone,
    long files,
    long rows,
    long bytes,
    int commits) {}
