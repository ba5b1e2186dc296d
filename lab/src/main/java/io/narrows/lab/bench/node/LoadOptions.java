package io.narrows.lab.bench.node;

import io.narrows.config.HostPort;
import io.narrows.lab.load.Demand;
import io.narrows.lab.load.LoadSettings;
import io.narrows.lab.load.Mix;
import io.narrows.lab.load.Population;
import io.narrows.lab.load.Tls;
import io.narrows.terminal.option.DurationConverter;
import io.narrows.terminal.option.SizeConverter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of a load. */
final class LoadOptions {
    @Option(names = "--endpoints", required = true, paramLabel = "HOST:PORT,...", description = "Servers of one store.")
    private String endpoints;

    @Option(
            names = "--for",
            paramLabel = "DURATION",
            defaultValue = "30s",
            converter = DurationConverter.class,
            description = "Duration of the run, such as 20s or 2m. Default: ${DEFAULT-VALUE}.")
    private Duration time;

    @Option(
            names = "--writes",
            paramLabel = "N",
            defaultValue = "0",
            description = "Stops after this many writes, not counting node leases; 0 for no limit. Default: 0.")
    private long writes;

    @Option(
            names = "--clients",
            paramLabel = "N",
            defaultValue = "32",
            description = "Number of clients; each has one request in flight. Default: ${DEFAULT-VALUE}.")
    private int clients;

    @Option(
            names = "--rate",
            paramLabel = "WRITES/S",
            defaultValue = "0",
            description = "Writes per second of all clients together, at scheduled times from which latency is"
                    + " measured; reads are extra. 0 writes as fast as possible. Default: 0.")
    private double rate;

    @Option(
            names = "--mix",
            paramLabel = "NAME=WEIGHT,...",
            description = "Weights of the operations: create, update, delete, event, get, list, keep-alive."
                    + " Default: create=10,update=40,delete=10,event=25,get=10,list=5.")
    private @Nullable String mix;

    @Option(
            names = "--value-size",
            paramLabel = "SIZE",
            defaultValue = "6KiB",
            converter = SizeConverter.class,
            description = "Approximate size of a pod, at most 1MiB; without padding it takes about 5800 bytes."
                    + " Default: ${DEFAULT-VALUE}.")
    private long valueSize;

    @Option(
            names = "--pods",
            paramLabel = "N",
            defaultValue = "500",
            description = "Number of pods to create before the measurement starts. Default: ${DEFAULT-VALUE}.")
    private int pods;

    @Option(
            names = "--nodes",
            paramLabel = "N",
            defaultValue = "50",
            description =
                    "Number of nodes; each renews its Lease every ten seconds, regardless of --rate. Default: ${DEFAULT-VALUE}.")
    private int nodes;

    @Option(
            names = "--watches",
            paramLabel = "N",
            defaultValue = "3",
            description = "Number of watches: on pods, events and node leases in turn. Default: ${DEFAULT-VALUE}.")
    private int watches;

    @Option(
            names = "--limit",
            paramLabel = "N",
            defaultValue = "20",
            description = "Maximum number of pods per list request. Default: ${DEFAULT-VALUE}.")
    private int limit;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "Random seed; the same seed produces the same objects. Default: ${DEFAULT-VALUE}.")
    private long seed;

    @Option(
            names = "--tls-ca",
            paramLabel = "FILE",
            description = "CA certificate of the servers (PEM). Without it," + " connections do not use TLS.")
    private @Nullable Path authority;

    @Option(names = "--tls-cert", paramLabel = "FILE", description = "Client certificate (PEM).")
    private @Nullable Path certificate;

    @Option(names = "--tls-key", paramLabel = "FILE", description = "Key of the client certificate (PEM).")
    private @Nullable Path key;

    /** @throws IllegalArgumentException if the options are invalid; the message says which and why */
    LoadSettings settings() {
        return new LoadSettings(
                Stream.of(endpoints.split(",", -1)).map(LoadOptions::endpoint).toList(),
                new Tls(authority, certificate, key),
                time,
                writes,
                new Population(pods, nodes, Math.toIntExact(Math.min(valueSize, Integer.MAX_VALUE)), seed),
                new Demand(clients, rate, mix == null ? Mix.DEFAULT : Mix.parse(mix), limit, watches));
    }

    private static HostPort endpoint(String text) {
        try {
            return HostPort.parse(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("--endpoints: " + e.getMessage() + " (expected: HOST:PORT)", e);
        }
    }
}
