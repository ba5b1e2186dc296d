package io.narrows.tests.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A NATS server with JetStream, whose client and monitoring ports are at the host's address. */
public final class NatsServer {
    private static final int CLIENTS = 4222;
    private static final int MONITORING = 8222;
    private static final String STORE = "/var/lib/nats";

    private final Host host;

    private NatsServer(Host host) {
        this.host = host;
    }

    /** @param settings lines of nats.conf; only the folder of streams is replaced */
    public static NatsServer start(Host host, List<String> settings) {
        String text = String.join("\n", settings)
                .replace(STORE, host.directory().resolve("jetstream").toString());
        try {
            Path file = Files.writeString(host.directory().resolve("nats.conf"), text);
            host.start("nats", List.of("nats-server", "--config", file.toString(), "--http_port", "" + MONITORING));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new NatsServer(host);
    }

    public NatsClient connect() throws IOException {
        return new NatsClient(host.address(CLIENTS));
    }

    /** Returns the server's own status of its connections with leaf nodes, as JSON with the subjects that pass through them. */
    public String leafNodes() {
        return host.run("curl", "-s", "http://127.0.0.1:%d/leafz?subs=true".formatted(MONITORING));
    }

    /** Returns the server's own status of its streams, as JSON. */
    public String streams() {
        return host.run("curl", "-s", "http://127.0.0.1:%d/jsz?accounts=true&streams=true".formatted(MONITORING));
    }
}
