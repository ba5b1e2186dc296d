package io.narrows.node;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import io.narrows.node.error.EtcdError;
import io.narrows.node.error.EtcdException;
import io.narrows.testkit.LoggedEvents;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class RepeatedAttemptTest {
    @RegisterExtension
    private final LoggedEvents log = LoggedEvents.of(RepeatedAttempt.class, Level.INFO);

    private final Unhurried executor = new Unhurried();
    private final Queue<Throwable> failures = new ArrayDeque<>();

    @AfterEach
    void stop() {
        executor.shutdownNow();
    }

    @Test
    void pauses_doubleUpToAMinute_untilTheAttemptSucceeds() {
        for (int i = 0; i < 8; i++) {
            failures.add(new EtcdException(EtcdError.NO_LEADER));
        }

        run();

        assertThat(executor.pauses).containsExactly(1L, 2L, 4L, 8L, 16L, 32L, 60L, 60L);
    }

    @Test
    void firstFailure_andEachOtherCause_isLogged() {
        failures.add(new CompletionException(new EtcdException(EtcdError.NO_LEADER)));
        failures.add(new EtcdException(EtcdError.NO_LEADER));
        failures.add(new IOException("damaged"));
        failures.add(new IOException("damaged"));
        failures.add(new EtcdException(EtcdError.NO_LEADER));

        run();

        assertThat(log.all())
                .extracting(event -> event.getLevel() + " " + event.getFormattedMessage() + ": "
                        + event.getThrowableProxy().getMessage())
                .containsExactly(
                        "INFO cannot claim; retrying: etcdserver: no leader",
                        "WARN cannot claim; retrying: damaged",
                        "INFO cannot claim; retrying: etcdserver: no leader");
    }

    @Test
    void executorThatIsShutDown_endsTheAttempts() {
        failures.add(new IOException("damaged"));
        executor.shutdown();

        run();

        assertThat(executor.pauses).isEmpty();
        assertThat(log.all()).isEmpty();
    }

    @Test
    void attemptsEnd_afterTheirTime() {
        for (int i = 0; i < 8; i++) {
            failures.add(new EtcdException(EtcdError.NO_LEADER));
        }

        new RepeatedAttempt("cannot claim", this::next, executor, 7, () -> true).begin();

        assertThat(executor.pauses).containsExactly(1L, 2L, 4L);
        assertThat(log.all())
                .extracting(event -> event.getLevel() + " " + event.getFormattedMessage())
                .containsExactly(
                        "INFO cannot claim; retrying",
                        "ERROR cannot claim; giving up after 7 s of pauses with a leader");
    }

    @Test
    void pausesThatDoNotCount_leaveTheirTimeToLaterOnes() {
        for (int i = 0; i < 8; i++) {
            failures.add(new EtcdException(EtcdError.NO_LEADER));
        }

        new RepeatedAttempt("cannot claim", this::next, executor, 20, () -> executor.pauses.size() >= 3).begin();

        assertThat(executor.pauses).containsExactly(1L, 2L, 4L, 8L, 16L);
        assertThat(log.messages())
                .containsExactly(
                        "cannot claim; retrying", "cannot claim; giving up after 24 s of pauses with a leader");
    }

    @Test
    void failureWithoutALeader_afterTheTimeIsUsed_isNotTheLastOne() {
        for (int i = 0; i < 5; i++) {
            failures.add(new EtcdException(EtcdError.NO_LEADER));
        }

        new RepeatedAttempt("cannot claim", this::next, executor, 7, () -> executor.pauses.size() < 3).begin();

        assertThat(executor.pauses).containsExactly(1L, 2L, 4L, 8L, 16L);
        assertThat(failures).isEmpty();
        assertThat(log.messages()).containsExactly("cannot claim; retrying");
    }

    /** Otherwise the attempts would end without a message. */
    @Test
    void failureToAskForALeader_isLogged_andThePauseCounts() {
        for (int i = 0; i < 8; i++) {
            failures.add(new IOException("damaged"));
        }

        new RepeatedAttempt("cannot claim", this::next, executor, 1, () -> {
                    throw new IllegalStateException("as a test requested");
                })
                .begin();

        assertThat(executor.pauses).containsExactly(1L);
        assertThat(log.messages())
                .containsExactly(
                        "cannot determine whether the group has a leader",
                        "cannot claim; retrying",
                        "cannot determine whether the group has a leader",
                        "cannot claim; giving up after 1 s of pauses with a leader");
    }

    /** The executor would keep it to itself. */
    @Test
    void error_isLogged_andTheAttemptRepeated() {
        Queue<Error> errors = new ArrayDeque<>(List.of(new LinkageError("as a test requested")));

        new RepeatedAttempt(
                        "cannot claim",
                        () -> {
                            Error error = errors.poll();
                            if (error != null) {
                                throw error;
                            }
                            return CompletableFuture.completedFuture(null);
                        },
                        executor)
                .begin();

        assertThat(executor.pauses).containsExactly(1L);
        assertThat(log.all())
                .extracting(event -> event.getThrowableProxy().getMessage())
                .containsExactly("as a test requested");
    }

    private void run() {
        new RepeatedAttempt("cannot claim", this::next, executor).begin();
    }

    /** The first attempts fail, alternately at once and later. */
    private CompletableFuture<?> next() {
        Throwable failure = failures.poll();
        if (failure == null) {
            return CompletableFuture.completedFuture(null);
        }
        if (failures.size() % 2 == 0) {
            throw new CompletionException(failure);
        }
        return CompletableFuture.failedFuture(failure);
    }

    /** Runs scheduled work at once, and keeps the requested pauses in seconds. */
    private static final class Unhurried extends ScheduledThreadPoolExecutor {
        private final List<Long> pauses = new ArrayList<>();

        Unhurried() {
            super(1);
        }

        @Override
        public ScheduledFuture<?> schedule(Runnable work, long delay, TimeUnit unit) {
            pauses.add(unit.toSeconds(delay));
            work.run();
            return null;
        }
    }
}
