package io.narrows.tests.linearizability;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.testkit.Seed;
import io.narrows.tests.support.StoreProgram;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** Runs the beginning of {@code bin/soak linearizability}, with a different seed each time. */
class LinearizabilityIT {
    private static final Duration LOAD = Duration.ofSeconds(5);

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path directory;

    @Test
    void answersUnderFaults_haveOneOrder() throws IOException, InterruptedException {
        RunOptions options =
                new RunOptions(1, LOAD, Seed.of(LinearizabilityIT.class), StoreProgram.NARROWS, Fault.Kind.brief());

        List<String> complaints = new LinearizabilityRun(options, 0, System.out).run(directory);

        assertThat(complaints).as("seed %d", options.seed()).isEmpty();
    }
}
