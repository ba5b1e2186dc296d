package io.narrows.lab.load;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;

/** Clients that start and stop together. */
final class ClientGroup {
    private final Endpoints endpoints;
    private final LoadListener listener;
    private final ScheduledExecutorService timer;
    private final List<LoadClient> clients = new ArrayList<>();

    ClientGroup(Endpoints endpoints, LoadListener listener, ScheduledExecutorService timer) {
        this.endpoints = endpoints;
        this.listener = listener;
        this.timer = timer;
    }

    /** Adds a client. Each client begins with a different server than the previous client. */
    void add(Script script, Pace pace) {
        clients.add(new LoadClient(endpoints, clients.size(), script, pace, listener, timer));
    }

    void start() {
        clients.forEach(LoadClient::start);
    }

    /** Stops all clients. Returns immediately. Thread-safe. */
    void stop() {
        clients.forEach(LoadClient::stop);
    }

    /** Returns a future that completes once no client has an operation in flight. */
    CompletableFuture<Void> end() {
        return CompletableFuture.allOf(clients.stream().map(LoadClient::end).toArray(CompletableFuture<?>[]::new));
    }
}
