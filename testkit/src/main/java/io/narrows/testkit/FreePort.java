package io.narrows.testkit;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Ports of the loopback address that were free a moment ago. They lie below the ports that Linux assigns to connections
 * (32768 and up, net.ipv4.ip_local_port_range), so that no connection takes one before the test does. Nor does another process that
 * tests at the same time: each takes its ports from blocks of its own, whose first port it keeps in use. Those of recorded members of a
 * store, which are in its data, are left out.
 */
public final class FreePort {
    private static final int FIRST = 16_384;
    private static final int BLOCKS = 32;
    private static final int BLOCK_PORTS = 512;
    private static final int FIRST_RECORDED = 24_111;
    private static final int LAST_RECORDED = 24_124;
    private static final FreePort OF_THIS_PROCESS = new FreePort();

    private final List<ServerSocket> claims = new ArrayList<>(); // an unreferenced one would be closed by its cleaner
    private int next;
    private int left;

    FreePort() {}

    /** Returns a different port on each call, until all are used up. */
    public static int next() throws IOException {
        return OF_THIS_PROCESS.take();
    }

    synchronized int take() throws IOException {
        while (true) {
            if (left == 0) {
                beginBlock();
            }
            left--;
            int port = next++;
            if (FIRST_RECORDED <= port && port <= LAST_RECORDED) {
                continue;
            }
            try (ServerSocket socket = listen(port)) {
                return socket.getLocalPort();
            } catch (BindException e) {
                // In use: the next one.
            }
        }
    }

    /** Claims another block. If there is none, uses the last one again. */
    private void beginBlock() throws IOException {
        int start = ThreadLocalRandom.current().nextInt(BLOCKS);
        for (int i = 0; i < BLOCKS; i++) {
            if (claim(FIRST + (start + i) % BLOCKS * BLOCK_PORTS)) {
                break;
            }
        }
        if (claims.isEmpty()) {
            throw new BindException("other processes have claimed all ports from " + FIRST);
        }
        next = claims.get(claims.size() - 1).getLocalPort() + 1;
        left = BLOCK_PORTS - 1;
    }

    private boolean claim(int port) throws IOException {
        try {
            claims.add(listen(port));
            return true;
        } catch (BindException e) {
            return false; // another process's, or one of this process
        }
    }

    private static ServerSocket listen(int port) throws IOException {
        return new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
    }

    /** Gives its blocks to other processes. */
    synchronized void close() throws IOException {
        for (ServerSocket claim : claims) {
            claim.close();
        }
    }
}
