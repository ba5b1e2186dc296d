package io.narrows.proxy.hub;

import java.time.Duration;

/**
 * The size of a hub soak.
 *
 * @param duration duration of the load after all connections are open
 * @param peers ordinary peers
 * @param hostile hostile peers
 * @param connections per ordinary peer
 * @param extra additional connections per ordinary peer that may be refused, with a reason
 * @param memoryBytes memory limit of the hub's control group; 0 for none
 * @param seed seed of the content and the timing
 */
record HubOptions(Duration duration, int peers, int hostile, int connections, int extra, long memoryBytes, long seed) {}
