package io.narrows.lab.play;

/**
 * A moment at which one side of a dialogue continues.
 *
 * @param nanos since the beginning of the score
 * @param dialogue its index in the score
 * @param client whether the dialing side sends
 * @param upTo total bytes that this side has sent by then
 */
public record Cue(long nanos, int dialogue, boolean client, int upTo) {}
