package io.narrows.tests.linearizability;

import java.io.Closeable;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Several concurrent clients that run until told to stop. An unexpected response to one of them stops all. */
final class Load implements Closeable {
    private static final int CLIENTS = 8;
    private static final int LOCK_CLIENTS = 6;
    private static final long END_LIMIT_MILLIS = 30_000;

    private final List<Thread> clients = new ArrayList<>();
    private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
    private volatile Roles roles;
    private volatile boolean ended;

    /** Returns clients that read and write keys, and others that take locks. */
    static Load withLocks(List<StoreClient> members, int keys, SplittableRandom random, History history) {
        return new Load(members, keys, LOCK_CLIENTS, random, history);
    }

    /** Starts clients that read and write keys at all members. */
    Load(List<StoreClient> members, int keys, SplittableRandom random, History history) {
        this(members, keys, 0, random, history);
    }

    private Load(List<StoreClient> members, int keys, int lockClients, SplittableRandom random, History history) {
        this.roles = Roles.free(members);
        for (int i = 0; i < CLIENTS; i++) {
            add("load-" + i, new LoadClient(i, () -> roles, keys, random.split(), history, this::goesOn));
        }
        for (int i = 0; i < lockClients; i++) {
            add("lock-" + i, new LockClient(i, () -> roles, random.split(), history, this::goesOn));
        }
        clients.forEach(Thread::start);
    }

    private void add(String name, Runnable work) {
        Thread client = new Thread(work, name);
        client.setDaemon(true);
        client.setUncaughtExceptionHandler((thread, failure) -> failures.add(failure));
        clients.add(client);
    }

    /** Gives the clients other roles, from their next operations on. */
    void assign(Roles next) {
        roles = next;
    }

    boolean goesOn() {
        return !ended && failures.isEmpty();
    }

    /**
     * Lets each client finish its operation.
     *
     * @throws IllegalStateException if one of them got an unexpected response, or does not end
     */
    @Override
    public void close() {
        ended = true;
        for (Thread client : clients) {
            try {
                client.join(END_LIMIT_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted", e);
            }
            if (client.isAlive()) {
                throw new IllegalStateException(client.getName() + " does not end");
            }
        }
        if (!failures.isEmpty()) {
            throw new IllegalStateException("a client failed", failures.peek());
        }
    }
}
