package io.narrows.cli.demo;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** Ports of the loopback address that nobody listened on a moment ago. */
final class FreePorts {
    private final Deque<Integer> ports = new ArrayDeque<>();

    /** Finds all of them at once, so that they differ. */
    FreePorts(int count) throws IOException {
        List<ServerSocket> held = new ArrayList<>();
        try {
            for (int i = 0; i < count; i++) {
                ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                held.add(socket);
                ports.add(socket.getLocalPort());
            }
        } finally {
            for (ServerSocket socket : held) {
                socket.close();
            }
        }
    }

    int next() {
        return ports.remove();
    }
}
