package io.narrows.tests.support;

import java.io.IOException;
import java.net.InetSocketAddress;

/** A process on a host that forwards a port of the host's address to the same port of its loopback, like {@code ssh -L}. */
public final class Doorway {
    private Doorway() {}

    /** Starts a forwarder, which listens a little later and ends with the host. */
    public static void open(Host host, int port) {
        host.start("doorway", TestProgram.command(Doorway.class, host.ip(), Integer.toString(port)));
    }

    /** Takes the host's address and the port. */
    @SuppressWarnings("resource") // for the lifetime of the process
    public static void main(String... args) throws IOException, InterruptedException {
        int port = Integer.parseInt(args[1]);
        new WireHop(new InetSocketAddress(args[0], port), new InetSocketAddress("127.0.0.1", port));
        Thread.currentThread().join();
    }
}
