package io.narrows.tests.linearizability;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.testkit.Seed;
import io.narrows.tests.linearizability.Checker.Verdict;
import io.narrows.tests.linearizability.LyingStore.Lie;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** Tests that the clients, the history and the checker of {@link LinearizabilityRun} detect a store that lies. */
class LyingStoreIT {
    private static final int KEYS = 3;
    private static final int OPERATIONS = 1_000;
    private static final Duration LIMIT = Duration.ofMinutes(3);

    @TempDir
    Path directory;

    @Test
    void honestStore_isAccepted() throws IOException, InterruptedException {
        Verdict verdict = judge(Lie.NONE);

        assertThat(verdict.accepted()).as(verdict.text()).isTrue();
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "NONE")
    void lyingStore_isRefused(Lie lie) throws IOException, InterruptedException {
        Verdict verdict = judge(lie);

        assertThat(verdict.accepted()).as(verdict.text()).isFalse();
        assertThat(verdict.text()).startsWith("REFUSED");
    }

    private Verdict judge(Lie lie) throws IOException, InterruptedException {
        long seed = Seed.of("LyingStoreIT, " + lie);
        SplittableRandom random = new SplittableRandom(seed);
        History history = new History();
        try (LyingStore store = new LyingStore(lie, random.split());
                StoreClient client = new StoreClient(store.address(), Duration.ofSeconds(5))) {
            try (Load load = new Load(List.of(client), KEYS, random.split(), history)) {
                Awaitility.await()
                        .atMost(LIMIT)
                        .until(() -> !load.goesOn() || history.operations().size() >= OPERATIONS);
            }
        }
        assertThat(history.count(Outcome.UNKNOWN)).isPositive();
        return Checker.judge(history.write(directory.resolve("history.jsonl")), LIMIT);
    }
}
