package io.narrows.lab.load;

/**
 * Results of watches.
 *
 * @param watches number of open watches
 * @param events total received events
 * @param missing events of acknowledged writes that had not arrived when the figures were taken
 * @param breaks streams that ended, and were reopened after the last event
 * @param lag from the acknowledgment of a write to its event; 0 if the event comes first
 */
public record WatchFigures(int watches, long events, long missing, long breaks, LatencyFigures lag) {}
