package io.narrows.proxy.sample;

import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;

/**
 * The turns of sampled connections, of which a few can be sampled at once. Safe for use by many threads.
 *
 * @param <T> the turn of a connection
 */
final class SampleTurns<T extends SampleTurns.Turn> implements AutoCloseable {
    /** The time during which a connection is sampled. */
    interface Turn extends AutoCloseable {
        /** Returns whether its time is used up. */
        boolean hasExpired(long now);

        /** Ends it: no bytes are added, and those collected go to the worker. Returns false if it has ended already. */
        boolean end();

        /**
         * Works on what was collected. Called on the worker's thread after the turn has ended.
         *
         * @param worker runs work that comes later
         * @param done to be run when all work is done
         */
        default void finish(SampleWorker worker, Runnable done) {
            done.run();
        }

        /** Frees its memory. Waits for work that is in progress. */
        @Override
        void close();
    }

    private final SampleWorker worker;
    private final Semaphore free;
    private final Set<T> turns = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    /** @param most the number of connections that are sampled at once */
    SampleTurns(int most, SampleWorker worker) {
        this.worker = worker;
        this.free = new Semaphore(most);
    }

    /**
     * Begins the turn of a connection; empty if too many others have theirs. Turns whose time is up then end, since a connection
     * without traffic does not end its own.
     *
     * @param made returns the turn
     */
    Optional<T> begin(Supplier<T> made, long now) {
        if (closed) {
            return Optional.empty();
        }
        if (!free.tryAcquire()) {
            turns.stream().filter(turn -> turn.hasExpired(now)).forEach(this::end);
            return Optional.empty();
        }
        T turn = made.get();
        turns.add(turn);
        return Optional.of(turn);
    }

    /** Ends a turn, once. Its memory is freed after the work that waits, on the worker's thread. */
    void end(T turn) {
        if (!turn.end()) {
            return;
        }
        Runnable freeing = () -> {
            turn.close();
            turns.remove(turn);
            free.release();
        };
        if (!worker.execute(() -> turn.finish(worker, freeing))) {
            freeing.run();
        }
    }

    /** Ends all turns, for good. */
    @Override
    public void close() {
        closed = true;
        turns.forEach(turn -> {
            turn.end();
            turn.close();
        });
    }
}
