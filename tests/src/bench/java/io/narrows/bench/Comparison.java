package io.narrows.bench;

import io.narrows.bench.load.Trial;
import io.narrows.bench.report.Metric;
import io.narrows.bench.report.Run;
import io.narrows.bench.report.Run.State;
import io.narrows.bench.tunnel.Peer;
import io.narrows.bench.tunnel.Peers;
import io.narrows.bench.tunnel.Routes;
import io.narrows.bench.tunnel.Tunnel;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Compares peers. In each round, and for each trial, each peer is started, measured cold, warmed up and measured warm, so
 * that other load on the machine affects all peers equally.
 */
final class Comparison {
    private final List<Peer> peers;
    private final List<Trial> trials;
    private final Set<State> states;
    private final Trials catalogue;
    private final Consumer<Run> listener;
    private final Routes routes = new Routes();
    private final List<Run> runs = new ArrayList<>();
    private int failures;

    /** @param listener receives each run when it is done */
    Comparison(List<Peer> peers, List<Trial> trials, Set<State> states, Trials catalogue, Consumer<Run> listener) {
        this.peers = peers;
        this.trials = trials;
        this.states = states;
        this.catalogue = catalogue;
        this.listener = listener;
    }

    /** Runs all rounds, after a warm-up of the client. */
    void run(int rounds) throws IOException {
        warmUpClient();
        for (int number = 1; number <= rounds; number++) {
            round(number);
        }
    }

    /** Warms up this JVM, which is client, server and hop, before anything is measured. */
    private void warmUpClient() throws IOException {
        try (Tunnel direct = Tunnel.open(Peers.parse("none"), routes.next())) {
            for (Trial trial : trials) {
                warmUp(trial, direct);
            }
        }
    }

    private void round(int number) {
        for (Trial trial : trials) {
            for (Peer peer : peers) {
                try {
                    measure(peer, trial, number);
                } catch (IOException | IllegalStateException e) {
                    failures++;
                    System.err.printf("bench: %s, %s failed: %s%n", peer.label(), trial.name(), e.getMessage());
                }
            }
        }
    }

    private void measure(Peer peer, Trial trial, int round) throws IOException {
        try (Tunnel tunnel = Tunnel.open(peer, routes.next())) {
            awaitReady(peer, tunnel);
            if (states.contains(State.COLD) && peer.warmsUp()) {
                add(new Run(peer.label(), trial.name(), State.COLD, round, Measurement.of(trial, tunnel)));
            }
            if (states.contains(State.WARM) || !peer.warmsUp()) {
                if (peer.warmsUp()) {
                    warmUp(trial, tunnel);
                }
                add(new Run(peer.label(), trial.name(), State.WARM, round, Measurement.of(trial, tunnel)));
            }
        }
    }

    private static void awaitReady(Peer peer, Tunnel tunnel) throws IOException {
        while (!peer.ready(tunnel.route())) {
            tunnel.check();
            Measurement.settle();
        }
    }

    private void warmUp(Trial trial, Tunnel tunnel) throws IOException {
        for (Trial warmUp : catalogue.warmUp(trial)) {
            warmUp.run(tunnel.route());
        }
    }

    private void add(Run run) {
        runs.add(run);
        listener.accept(run);
    }

    List<Run> runs() {
        return List.copyOf(runs);
    }

    /** Returns 0, or 1 if a trial failed or data did not arrive as sent, which is printed as well. */
    int exitCode() {
        double mismatches = runs.stream()
                .mapToDouble(run -> run.figures().get(Metric.MISMATCHES))
                .sum();
        if (mismatches == 0 && failures == 0) {
            return 0;
        }
        System.err.printf("bench: %.0f mismatches, %d failures%n", mismatches, failures);
        return 1;
    }
}
