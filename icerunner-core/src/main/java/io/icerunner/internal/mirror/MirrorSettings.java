package io.icerunner.internal.mirror;

/**
 * All that a mirror is told, but for where it reads and writes.
 *
 * @param tables which are copied
 * @param follow how each is followed
 * @param pace how fast, and how long what fails is repeated
 */
public record MirrorSettings(TableSelection tables, FollowSettings follow, PaceSettings pace) {}
