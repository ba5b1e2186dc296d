package io.narrows.lab.process;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Ports of the loopback address that were free a moment ago. They lie below the ports that Linux gives to connections (32768
 * and up, net.ipv4.ip_local_port_range), so that no connection takes one before a sidecar does.
 */
public final class FreePorts {
    private static final int FIRST = 16_384;
    private static final int COUNT = 16_384;

    private int candidate = ThreadLocalRandom.current().nextInt(COUNT);

    /** Returns a different port on each call. */
    public int next() throws IOException {
        for (int tried = 0; tried < COUNT; tried++) {
            int port = FIRST + candidate++ % COUNT;
            try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return socket.getLocalPort();
            } catch (BindException e) {
                // the port is in use
            }
        }
        throw new BindException("no free port on " + InetAddress.getLoopbackAddress() + " at or above " + FIRST);
    }
}
