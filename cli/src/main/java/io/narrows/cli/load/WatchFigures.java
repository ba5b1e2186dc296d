package io.narrows.cli.load;

/**
 * What watches saw.
 *
 * @param watches how many were open
 * @param events that they were told of, in sum
 * @param missing events of acknowledged writes that had not come when this was asked for
 * @param breaks streams that ended, and were opened again behind the last event
 * @param lag from the acknowledgement of a write to its event; 0 for events that come first
 */
public record WatchFigures(int watches, long events, long missing, long breaks, LatencyFigures lag) {}
