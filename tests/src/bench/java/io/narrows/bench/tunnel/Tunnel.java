package io.narrows.bench.tunnel;

import io.narrows.tests.support.WireHop;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A running tunnel: its ends and the counted wire between them. Closing it stops everything. */
public final class Tunnel implements Closeable {
    private final Route route;
    private final RunningEnds ends = new RunningEnds();
    private final List<Duration> startTimes = new ArrayList<>();
    private Closeable interception = () -> {};

    private Tunnel(Peer peer, Route ports) throws IOException {
        try {
            this.route = peer.route(ports, ends.directory());
        } catch (IOException | RuntimeException e) {
            ends.close();
            throw e;
        }
    }

    /**
     * Starts a tunnel and waits until its entrance listens.
     *
     * @throws IOException if an end does not start; the message has its output
     */
    public static Tunnel open(Peer peer, Route route) throws IOException {
        Tunnel tunnel = new Tunnel(peer, route);
        try {
            tunnel.start(peer);
            return tunnel;
        } catch (IOException | RuntimeException e) {
            tunnel.close();
            throw e;
        }
    }

    private void start(Peer peer) throws IOException {
        Optional<Ends> commands = peer.ends(route, ends.directory());
        if (commands.isEmpty()) {
            ends.add(new WireHop(route.entrance(), route.exit()));
            return;
        }
        start(commands.get().egress(), "egress", route.egress().getPort());
        if (route.counted()) {
            ends.add(new WireHop(route.hop(), route.egress()));
        }
        start(commands.get().ingress(), "ingress", route.ingress().getPort());
        interception = peer.intercept(route, ends.directory());
    }

    private void start(List<String> command, String name, int port) throws IOException {
        startTimes.add(ends.start(command, name).awaitListening(port));
    }

    public Route route() {
        return route;
    }

    /** Returns the usage so far; no bytes if the route has no hop. */
    public Usage usage() {
        return ends.usage();
    }

    /** Returns the memory of each end, the exit's first. */
    public List<Resident> resident() throws IOException {
        return ends.resident();
    }

    /** Returns the output of each end so far, the exit's first. */
    public List<String> logs() throws IOException {
        return ends.logs();
    }

    /** Returns the time from the start of each end to its first open port, the exit's first. */
    public List<Duration> startTimes() {
        return List.copyOf(startTimes);
    }

    /**
     * Checks that both ends still run.
     *
     * @throws IOException if one has ended; the message has its output
     */
    public void check() throws IOException {
        ends.check();
    }

    @Override
    public void close() throws IOException {
        try (ends) {
            interception.close();
        }
    }
}
