package io.narrows.node;

import io.narrows.node.thread.FailureLog;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Repeats an attempt until it succeeds or its executor is shut down, after pauses that double from a second to a minute. May
 * give up after some time in which the group had a leader, as no attempt can succeed without one.
 */
final class RepeatedAttempt {
    private static final Logger LOG = LoggerFactory.getLogger(RepeatedAttempt.class);
    private static final long LEAST_PAUSE_SECONDS = 1;
    private static final long MOST_PAUSE_SECONDS = 60;

    private final FailureLog failures;
    private final Supplier<? extends CompletableFuture<?>> attempt;
    private final ScheduledExecutorService executor;
    private final long mostSeconds;
    private final BooleanSupplier hasLeader;

    /** Used by one attempt at a time, as is the next field. */
    private long pauseSeconds = LEAST_PAUSE_SECONDS;

    /** Sum of the pauses that began with a leader. */
    private long secondsWithLeader;

    /**
     * Never gives up.
     *
     * @param failed message about a failure for the log
     * @param attempt begins an attempt; called by the executor
     */
    RepeatedAttempt(
            String failed, Supplier<? extends CompletableFuture<?>> attempt, ScheduledExecutorService executor) {
        this(failed, attempt, executor, Long.MAX_VALUE, () -> false);
    }

    /**
     * @param mostSeconds time for all pauses that begin with a leader; once they have taken it, the next failure with a leader is the
     *     last one
     * @param hasLeader whether the group has a leader; called after each failure
     */
    RepeatedAttempt(
            String failed,
            Supplier<? extends CompletableFuture<?>> attempt,
            ScheduledExecutorService executor,
            long mostSeconds,
            BooleanSupplier hasLeader) {
        this.failures = new FailureLog(LOG, failed);
        this.attempt = attempt;
        this.executor = executor;
        this.mostSeconds = mostSeconds;
        this.hasLeader = hasLeader;
    }

    /** Makes the first attempt; called by the executor. */
    void begin() {
        begun().whenComplete((done, failure) -> {
            if (failure != null && !executor.isShutdown()) {
                failed(failure);
            }
        });
    }

    private void failed(Throwable failure) {
        boolean counts = countsPause();
        if (counts && secondsWithLeader >= mostSeconds) {
            failures.givingUp(failure, secondsWithLeader);
            return;
        }
        failures.retrying(failure);
        long pause = pauseSeconds;
        secondsWithLeader += counts ? pause : 0;
        pauseSeconds = Math.min(2 * pause, MOST_PAUSE_SECONDS);
        executor.schedule(this::begin, pause, TimeUnit.SECONDS);
    }

    /** Returns true if it is unknown whether there is a leader: attempts that keep failing for this reason have to end, too. */
    private boolean countsPause() {
        try {
            return hasLeader.getAsBoolean();
        } catch (RuntimeException | Error e) { // it would end the attempts without a message
            LOG.atWarn().setCause(e).log("cannot determine whether the group has a leader");
            return true;
        }
    }

    private CompletableFuture<?> begun() {
        try {
            return attempt.get();
        } catch (RuntimeException | Error e) { // the executor would keep an Error to itself
            return CompletableFuture.failedFuture(e);
        }
    }
}
