package io.narrows.proxy.meter;

/**
 * The number of events of one reason.
 *
 * @param peer a configured id, or {@link EventMeter#UNKNOWN_PEER}
 */
public record ReasonCount(String reason, String peer, long count) {}
