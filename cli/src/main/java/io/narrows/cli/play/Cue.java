package io.narrows.cli.play;

/**
 * The moment at which one side of a dialogue goes on.
 *
 * @param nanos since the beginning of the score
 * @param dialogue its index in the score
 * @param client whether the side that dialled speaks
 * @param upTo how much of all that this side says has been said then, in bytes
 */
public record Cue(long nanos, int dialogue, boolean client, int upTo) {}
