package io.narrows.testkit;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Ports of the loopback address that were free a moment ago. They lie below the ports that Linux assigns to connections
 * (32768 and up, net.ipv4.ip_local_port_range), so that no connection takes one before the test does. Those of recorded members of a store, which
 * are in its data, are left out.
 */
public final class FreePort {
    private static final int FIRST = 16_384;
    private static final int LAST = 32_767;
    private static final int FIRST_RECORDED = 24_111;
    private static final int LAST_RECORDED = 24_124;
    private static final AtomicInteger CANDIDATE =
            new AtomicInteger(ThreadLocalRandom.current().nextInt(LAST - FIRST));

    private FreePort() {}

    /** Returns a different port on each call. */
    public static int next() throws IOException {
        while (true) {
            int port = FIRST + CANDIDATE.getAndIncrement() % (LAST - FIRST);
            if (FIRST_RECORDED <= port && port <= LAST_RECORDED) {
                continue;
            }
            try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return socket.getLocalPort();
            } catch (BindException e) {
                // In use: the next one.
            }
        }
    }
}
