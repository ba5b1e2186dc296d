package io.narrows.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import io.narrows.testkit.LoggedEvents;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class PeriodicJobsTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    @RegisterExtension
    private final LoggedEvents log = LoggedEvents.of(PeriodicJobs.class, Level.DEBUG);

    private final ManualTime time = new ManualTime();
    private final List<Runnable> worker = new ArrayList<>();
    private final PeriodicJobs jobs = new PeriodicJobs(time, worker::add);
    private final List<String> runs = new ArrayList<>();

    private void run(String name, Throwable failure) {
        runs.add(name);
        if (failure instanceof Error error) {
            throw error;
        }
        if (failure instanceof RuntimeException exception) {
            throw exception;
        }
    }

    private List<Level> levels() {
        return log.all().stream().map(ILoggingEvent::getLevel).toList();
    }

    @Test
    void job_runsOncePerInterval_onAWorker() {
        jobs.every(MINUTE, "one", () -> runs.add("one"));

        time.pass(MINUTE.minusNanos(1));
        assertThat(worker).isEmpty();
        time.pass(Duration.ofNanos(1));
        time.pass(MINUTE);

        assertThat(worker).hasSize(2);
        assertThat(runs).isEmpty();
        worker.forEach(Runnable::run);
        assertThat(runs).containsExactly("one", "one");
        assertThat(log.all()).isEmpty();
    }

    @Test
    void jobThatFails_isLogged_andRunsAgain_likeTheOthers() {
        jobs.every(MINUTE, "bad", () -> run("bad", new IllegalStateException("expected by the test")));
        jobs.every(MINUTE, "worse", () -> run("worse", new OutOfMemoryError("expected by the test")));
        jobs.every(MINUTE, "good", () -> run("good", null));

        time.pass(MINUTE.multipliedBy(2));
        worker.forEach(Runnable::run); // throws nothing, which would end the thread

        assertThat(runs).containsExactly("bad", "worse", "good", "bad", "worse", "good");
        assertThat(levels()).containsExactly(Level.ERROR, Level.ERROR, Level.DEBUG, Level.DEBUG);
        assertThat(log.all().get(0).getKeyValuePairs())
                .anyMatch(pair -> pair.key.equals("job") && pair.value.equals("bad"));
        assertThat(log.all().get(0).getThrowableProxy().getMessage()).isEqualTo("expected by the test");
    }

    @Test
    void jobThatFailsAgain_afterASuccess_isLoggedAgain() {
        jobs.every(
                MINUTE,
                "every other time",
                () -> run("job", runs.size() % 2 == 0 ? new IllegalStateException("expected by the test") : null));

        time.pass(MINUTE.multipliedBy(3));
        worker.forEach(Runnable::run);

        assertThat(levels()).containsExactly(Level.ERROR, Level.ERROR);
    }

    @Test
    void jobThatNoWorkerTakes_isTriedAgain() {
        List<RuntimeException> failures = new ArrayList<>(List.of(
                new IllegalStateException("expected by the test"),
                new RejectedExecutionException("expected by the test")));
        PeriodicJobs others = new PeriodicJobs(time, task -> {
            if (!failures.isEmpty()) {
                throw failures.remove(0);
            }
            task.run();
        });
        others.every(MINUTE, "one", () -> runs.add("one"));

        time.pass(MINUTE.multipliedBy(3));

        assertThat(runs).containsExactly("one");
        assertThat(levels()).containsExactly(Level.ERROR, Level.DEBUG);
    }
}
