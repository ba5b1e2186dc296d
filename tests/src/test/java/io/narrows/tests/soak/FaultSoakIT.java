package io.narrows.tests.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** Runs the first 15 seconds of {@link FaultSoak}, each time with a different seed. {@code bin/soak faults} runs longer. */
class FaultSoakIT {
    @Test
    void someFaults_loseNothingAndLeaveNothing(@TempDir(cleanup = CleanupMode.ON_SUCCESS) Path directory)
            throws IOException, InterruptedException {
        SoakOptions options = SoakOptions.of(Duration.ofSeconds(15));

        Tally tally = new FaultSoak(options, System.out).run(directory);

        assertThat(tally.failures()).as("seed %d", options.seed()).isEmpty();
        assertThat(tally.whole.sum()).as("seed %d", options.seed()).isPositive();
    }
}
