package io.narrows.bench.tunnel;

import io.narrows.node.file.Directories;
import io.narrows.tests.support.WireHop;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A tunnel that runs: its ends and the counted wire between them. Closing it ends all of it. */
public final class Tunnel implements Closeable {
    private final Route route;
    private final Path directory;
    private final List<EndProcess> ends = new ArrayList<>();
    private final List<Duration> startTimes = new ArrayList<>();
    private WireHop hop;

    private Tunnel(Route route, Path directory) {
        this.route = route;
        this.directory = directory;
    }

    /**
     * Starts one and returns when its entrance listens.
     *
     * @throws IOException when an end does not start; the message has what it wrote
     */
    public static Tunnel open(Peer peer, Route route) throws IOException {
        Tunnel tunnel = new Tunnel(route, Files.createTempDirectory("narrows-bench-"));
        try {
            tunnel.start(peer);
            return tunnel;
        } catch (IOException | RuntimeException e) {
            tunnel.close();
            throw e;
        }
    }

    private void start(Peer peer) throws IOException {
        Optional<Ends> commands = peer.ends(route, directory);
        if (commands.isEmpty()) {
            hop = new WireHop(route.entrance(), route.exit());
            return;
        }
        start(commands.get().egress(), "egress", route.egress().getPort());
        if (route.counted()) {
            hop = new WireHop(route.hop(), route.egress());
        }
        start(commands.get().ingress(), "ingress", route.entrance().getPort());
    }

    private void start(List<String> command, String name, int port) throws IOException {
        EndProcess end = EndProcess.start(command, directory.resolve(name + ".log"));
        ends.add(end);
        startTimes.add(end.awaitListening(port));
    }

    public Route route() {
        return route;
    }

    /** What it has taken so far; no bytes where the route has no hop. */
    public Usage usage() {
        return new Usage(
                hop == null ? 0 : hop.forwardBytes(),
                hop == null ? 0 : hop.backBytes(),
                ends.stream()
                        .mapToDouble(end -> ProcessTree.cpuSeconds(end.handle()))
                        .sum());
    }

    /** Memory of each end, that at the exit first. */
    public List<Resident> resident() throws IOException {
        List<Resident> resident = new ArrayList<>();
        for (EndProcess end : ends) {
            resident.add(ProcessTree.resident(end.handle()));
        }
        return resident;
    }

    /** From the start of each end to its first open port, that at the exit first. */
    public List<Duration> startTimes() {
        return List.copyOf(startTimes);
    }

    /**
     * Finds out whether both ends still run.
     *
     * @throws IOException when one has ended; the message has what it wrote
     */
    public void check() throws IOException {
        for (EndProcess end : ends) {
            if (!end.isAlive()) {
                throw new IOException("an end of the tunnel has ended: " + end.log());
            }
        }
    }

    @Override
    public void close() throws IOException {
        for (EndProcess end : ends) {
            end.close();
        }
        if (hop != null) {
            hop.close();
        }
        Directories.delete(directory);
    }
}
