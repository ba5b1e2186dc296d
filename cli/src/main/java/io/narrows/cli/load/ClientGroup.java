package io.narrows.cli.load;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;

/** Clients that begin and end together. */
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

    /** Adds a client. Each begins at another server than the one before. */
    void add(Script script, Pace pace) {
        clients.add(new LoadClient(endpoints, clients.size(), script, pace, listener, timer));
    }

    void start() {
        clients.forEach(LoadClient::start);
    }

    /** From any thread; returns at once. */
    void stop() {
        clients.forEach(LoadClient::stop);
    }

    /** Completed when none of them has anything under way any more. */
    CompletableFuture<Void> end() {
        return CompletableFuture.allOf(clients.stream().map(LoadClient::end).toArray(CompletableFuture<?>[]::new));
    }
}
