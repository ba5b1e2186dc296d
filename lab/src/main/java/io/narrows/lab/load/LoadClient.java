package io.narrows.lab.load;

import io.grpc.Status;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A client of the store, which runs its script one operation at a time. It has no thread: the timer starts delayed
 * operations, and responses are handled on the threads that deliver them.
 *
 * <p>Failures that the listener declares retryable, such as UNAVAILABLE, are sent again to the next server. All other errors
 * end the operation.
 */
final class LoadClient {
    private static final long PAUSE_MILLIS = 50;
    private static final int ATTEMPTS = 300;

    /** Attempts after the client was stopped, of the operation then in flight. They take five seconds or more: longer than an election. */
    private static final int LAST_ATTEMPTS = 100;

    private final Endpoints endpoints;
    private final Script script;
    private final Pace pace;
    private final LoadListener listener;
    private final ScheduledExecutorService timer;
    private final CompletableFuture<Void> end = new CompletableFuture<>();
    private volatile boolean stopping;
    private int lastAttempts;
    private volatile @Nullable Future<?> waiting;
    private int endpoint;
    private long turn;

    /** @param endpoint index of the first server */
    LoadClient(
            Endpoints endpoints,
            int endpoint,
            Script script,
            Pace pace,
            LoadListener listener,
            ScheduledExecutorService timer) {
        this.endpoints = endpoints;
        this.endpoint = endpoint;
        this.script = script;
        this.pace = pace;
        this.listener = listener;
        this.timer = timer;
    }

    void start() {
        next();
    }

    /** Returns a future that completes once no operation is in flight; exceptionally if the script failed. */
    CompletableFuture<Void> end() {
        return end;
    }

    /** Stops new operations; one in flight still gets its response, if a server soon has one. Thread-safe. */
    void stop() {
        stopping = true;
        stopWaiting();
    }

    private void stopWaiting() {
        Future<?> scheduled = waiting;
        if (scheduled != null && scheduled.cancel(false)) {
            end.complete(null);
        }
    }

    private void next() {
        long begin = pace.beginOf(turn++);
        long wait = begin - System.nanoTime();
        if (wait <= 0 || stopping) {
            begin(begin);
            return;
        }
        waiting = timer.schedule(() -> begin(begin), wait, TimeUnit.NANOSECONDS);
        if (stopping) {
            stopWaiting();
        }
    }

    private void begin(long begin) {
        try {
            Optional<Step> step = stopping ? Optional.empty() : script.next();
            if (step.isPresent()) {
                send(step.get(), begin, 1);
            } else {
                end.complete(null);
            }
        } catch (RuntimeException e) {
            end.completeExceptionally(e);
        }
    }

    private void send(Step step, long begin, int attempt) {
        step.send().apply(endpoints.get(endpoint)).whenComplete((answer, failure) -> {
            if (failure == null) {
                listener.answered(step.operation(), answer, begin, System.nanoTime());
                next();
            } else {
                failed(step, begin, attempt, Status.fromThrowable(failure));
            }
        });
    }

    /**
     * Handles a failed attempt. The next one follows after a delay, because a server that refuses everything would otherwise be
     * flooded.
     */
    private void failed(Step step, long begin, int attempt, Status status) {
        listener.error(status);
        boolean elsewhere = listener.isSentAgain(status);
        if (elsewhere) {
            endpoints.get(++endpoint).reconnect();
        }
        if (elsewhere && (stopping ? lastAttempts++ < LAST_ATTEMPTS : attempt < ATTEMPTS)) {
            timer.schedule(() -> send(step, begin, attempt + 1), PAUSE_MILLIS, TimeUnit.MILLISECONDS);
        } else {
            listener.failed(step.operation());
            timer.schedule(this::next, PAUSE_MILLIS, TimeUnit.MILLISECONDS);
        }
    }
}
