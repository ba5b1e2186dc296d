package io.narrows.bench.load;

import java.nio.channels.ByteChannel;

/**
 * Both ends of a connection through a tunnel, blocking and without delay, with TLS if the route's client and server speak it.
 *
 * @param client the end that dialed the entrance
 * @param server the end that was accepted at the exit
 */
record Session(ByteChannel client, ByteChannel server) {}
