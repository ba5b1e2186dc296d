package io.narrows.tests.soak;

import io.narrows.tests.support.Host;
import io.narrows.tests.support.Network;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/** Three hosts whose applications talk to each other all the time, while sidecars come and go. */
final class RollingCluster implements AutoCloseable {
    private final Network network;
    private final List<RollingHost> hosts;
    private final List<String> rulesBefore;

    /** @param directory for the files and logs of the hosts */
    RollingCluster(Path directory, SplittableRandom random) throws IOException {
        this.network = new Network(directory);
        this.hosts = Stream.of("one", "two", "three")
                .map(network::host)
                .map(RollingHost::new)
                .toList();
        this.rulesBefore = rules();
        for (RollingHost host : hosts) {
            List<Host> others = hosts.stream()
                    .filter(other -> other != host)
                    .map(RollingHost::host)
                    .toList();
            host.start(others, random.nextLong());
        }
        for (RollingHost host : hosts) {
            host.begin();
        }
    }

    List<RollingHost> hosts() {
        return hosts;
    }

    /** Kills the sidecar of a host; connections of all hosts may be reset meanwhile. */
    void restart(RollingHost killed) throws IOException {
        for (RollingHost host : hosts) {
            host.beginFault();
        }
        killed.restart();
        for (RollingHost host : hosts) {
            host.endFault();
        }
    }

    /** @throws IllegalStateException if an application has seen something that must not happen */
    void requireNoFailure() {
        for (RollingHost host : hosts) {
            if (!host.failures().isEmpty()) {
                throw new IllegalStateException("application of " + host.host().name() + ":\n" + host.failures());
            }
        }
    }

    /** Returns whether the hosts have the rules that they had before the first sidecar. */
    boolean leavesNothing() {
        return rules().equals(rulesBefore);
    }

    private List<String> rules() {
        return hosts.stream()
                .map(host -> host.host().run("nft", "list", "ruleset"))
                .toList();
    }

    /** Ends the applications; returns a line of figures of each. */
    List<String> stop() throws IOException {
        for (RollingHost host : hosts) {
            host.pause();
        }
        List<String> figures = new ArrayList<>();
        for (RollingHost host : hosts) {
            figures.add(host.host().name() + ": " + host.stop());
        }
        return figures;
    }

    @Override
    public void close() {
        network.close();
    }
}
