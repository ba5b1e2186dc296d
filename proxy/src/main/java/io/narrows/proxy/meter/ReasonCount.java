package io.narrows.proxy.meter;

import io.narrows.config.PeerId;

/**
 * The number of events of one reason.
 *
 * @param peer a configured id, or {@link EventMeter#UNKNOWN_PEER}
 */
public record ReasonCount(String reason, PeerId peer, long count) {}
