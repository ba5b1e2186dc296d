package io.narrows.bench.load;

import java.nio.channels.SocketChannel;

/**
 * Both ends of a connection through a tunnel, blocking and without delay.
 *
 * @param client the end that dialed the entrance
 * @param server the end that was accepted at the exit
 */
record Connection(SocketChannel client, SocketChannel server) {}
