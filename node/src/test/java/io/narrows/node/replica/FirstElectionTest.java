package io.narrows.node.replica;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FirstElectionTest {
    private static final Set<String> VOTERS = Set.of("a:1", "b:1", "c:1", "d:1", "e:1");

    @TempDir
    private Path directory;

    private final ScheduledThreadPoolExecutor executor = new ScheduledThreadPoolExecutor(1);
    private final Semaphore stood = new Semaphore(0);

    @AfterEach
    void close() {
        executor.shutdownNow();
    }

    @Test
    void memberStands_onceAMajorityHasConnected() throws Exception {
        FirstElection election = election();
        election.begin(() -> VOTERS, stood::release);

        election.connected("b:1");
        election.connected("b:1");
        election.connected("stranger:1");
        assertThat(isPlanned()).isFalse();

        election.connected("c:1");
        assertThat(stood.tryAcquire(1, TimeUnit.MINUTES)).isTrue();

        election.connected("d:1");
        assertThat(isPlanned()).isFalse();
    }

    @Test
    void membersThatConnectedBeforeThisOneCouldVote_count() throws Exception {
        FirstElection election = election();
        election.connected("b:1");
        election.connected("c:1");
        assertThat(isPlanned()).isFalse();

        election.begin(() -> VOTERS, stood::release);

        assertThat(stood.tryAcquire(1, TimeUnit.MINUTES)).isTrue();
    }

    @Test
    void learner_doesNotStand() throws Exception {
        FirstElection election = election();
        election.begin(() -> Set.of("b:1", "c:1", "d:1"), stood::release);

        election.connected("b:1");
        election.connected("c:1");
        election.connected("d:1");

        assertThat(isPlanned()).isFalse();
    }

    /** Returns whether a pre-vote is due, once the executor has done everything else. */
    private boolean isPlanned() throws Exception {
        executor.submit(() -> {}).get();
        return !executor.getQueue().isEmpty();
    }

    private FirstElection election() {
        RaftSettings settings = new RaftSettings(
                "test",
                "a:1",
                InetSocketAddress.createUnresolved("a", 1),
                List.copyOf(VOTERS),
                false,
                directory,
                Duration.ofMillis(100),
                1);
        return new FirstElection(settings, executor);
    }
}
