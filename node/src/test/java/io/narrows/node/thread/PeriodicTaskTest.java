package io.narrows.node.thread;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.narrows.testkit.FailingLog;
import io.narrows.testkit.LoggedEvents;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

class PeriodicTaskTest {
    @RegisterExtension
    private final LoggedEvents log = LoggedEvents.of(PeriodicTaskTest.class);

    private final ScheduledExecutorService executor =
            Executors.newSingleThreadScheduledExecutor(DaemonThreads.named("test"));
    private final AtomicInteger runs = new AtomicInteger();

    @AfterEach
    void stop() {
        executor.shutdownNow();
    }

    /** Returns when the work has run several times. */
    private void run(PeriodicTask.Work work) {
        new PeriodicTask(LoggerFactory.getLogger(PeriodicTaskTest.class), "cannot look", work)
                .schedule(executor, Duration.ofMillis(1));
        await().until(() -> runs.get() > 5);
    }

    @Test
    void taskThatThrowsAnError_isLoggedOnce_andRunsAgain() {
        run(() -> {
            runs.incrementAndGet();
            throw new StackOverflowError("deep");
        });

        assertThat(log.messages()).containsExactly("cannot look; retrying");
    }

    @Test
    void taskThatThrowsExceptions_isLoggedOnceForEach_andRunsAgain() {
        run(() -> {
            if (runs.incrementAndGet() < 3) {
                throw new IllegalStateException("state");
            }
            throw new IOException("disk");
        });

        assertThat(log.all())
                .extracting(event -> event.getThrowableProxy().getMessage())
                .containsExactly("state", "disk");
    }

    @Test
    void taskWhoseFailureCannotBeLogged_runsAgain_andIsLoggedThen() {
        try (FailingLog failing = new FailingLog(PeriodicTaskTest.class, Level.WARN)) {
            run(() -> {
                runs.incrementAndGet();
                throw new IllegalStateException("state");
            });

            assertThat(failing.messages()).containsExactly("{}; retrying", "{}; retrying");
        }
    }

    @Test
    void taskThatFails_whileItsExecutorIsShutDown_isNotLogged() {
        new PeriodicTask(LoggerFactory.getLogger(PeriodicTaskTest.class), "cannot look", () -> {
                    executor.shutdown();
                    throw new IllegalStateException("closed");
                })
                .schedule(executor, Duration.ofMillis(1));

        await().until(executor::isTerminated);
        assertThat(log.all()).isEmpty();
    }

    /** An executor drops a task that throws, and says nothing. */
    @Test
    void everySchedule_isThatOfAPeriodicTask() throws IOException {
        try (Stream<Path> sources = Files.walk(Path.of("src/main/java"))) {
            List<Path> scheduling = sources.filter(file -> file.toString().endsWith(".java"))
                    .filter(PeriodicTaskTest::schedules)
                    .toList();

            assertThat(scheduling)
                    .extracting(file -> file.getFileName().toString())
                    .containsExactly("PeriodicTask.java");
        }
    }

    private static boolean schedules(Path file) {
        try {
            return Files.readString(file).matches("(?s).*\\.schedule(AtFixedRate|WithFixedDelay)\\(.*");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
