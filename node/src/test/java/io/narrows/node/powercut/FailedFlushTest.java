package io.narrows.node.powercut;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.narrows.storage.db.WritesStoppedException;
import io.narrows.storage.db.crash.disk.ForgetfulFileSystem;
import io.narrows.storage.db.crash.disk.Operation;
import io.narrows.testkit.Seed;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** Tests a member whose disk fails, or is full, while it flushes its memtables under load. */
@Tag("long")
class FailedFlushTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int VALUE_BYTES = 2_000;
    private static final int ENOUGH = 200;

    /** Logs an error for the failed flush and for each entry that cannot be applied. */
    private static final Logger LOGGER = (Logger) LoggerFactory.getLogger("io.narrows.node");

    @TempDir
    private Path folder;

    private final Writes writes = new Writes(VALUE_BYTES);
    private final Clients clients = new Clients(4, writes);

    @BeforeAll
    static void logNoErrors() {
        LOGGER.setLevel(Level.OFF);
    }

    @AfterAll
    static void logAgain() {
        LOGGER.setLevel(null);
    }

    @Test
    void failedFlush_stopsTheMember_whichLosesNothing() throws Exception {
        long seed = Seed.of(FailedFlushTest.class);
        String address = CutGroup.freeAddress();
        ForgetfulFileSystem disk = ForgetfulFileSystem.over(folder, seed);
        Machine failing = started(address, disk);
        long flushes = failing.keyspace().statistics().flushes().flushes();
        clients.begin(List.of(failing), seed);
        await().atMost(PATIENCE).until(() -> writes.acknowledged() > ENOUGH);
        await().atMost(PATIENCE)
                .until(() -> failing.keyspace().statistics().flushes().flushes() > flushes);

        disk.faults().failAt(Operation.CREATE, 2); // a file of a group, while another one of the group may be there

        await().atMost(PATIENCE).until(() -> failing.failure().isPresent());
        assertThat(failing.failure().orElseThrow()).isInstanceOf(WritesStoppedException.class);
        clients.end();
        end(failing);

        Machine next = started(address, ForgetfulFileSystem.over(folder, seed));
        try {
            writes.requireKept(next.keyspace());
        } finally {
            end(next);
        }
    }

    /** Starts a group of one, and waits until it has applied its log. */
    private static Machine started(String address, ForgetfulFileSystem disk) throws Exception {
        disk.faults().keepReadable();
        Machine machine = new Machine(address, List.of(address), disk, Machine.SMALL_MEMTABLES);
        machine.begin();
        machine.started().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        await().atMost(PATIENCE)
                .until(() -> machine.replica().orElseThrow().status().leads());
        // A barrier times out by itself if the machine stalls.
        await().atMost(PATIENCE).ignoreExceptions().until(() -> {
            machine.replica().orElseThrow().readBarrier().join();
            return true;
        });
        return machine;
    }

    private static void end(Machine machine) throws InterruptedException {
        machine.discard();
        machine.awaitEnd();
    }
}
