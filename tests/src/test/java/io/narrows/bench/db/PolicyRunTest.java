package io.narrows.bench.db;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PolicyRunTest {
    @TempDir
    private Path folder;

    @Test
    void measure_reachesTheLastCodecOfThePolicy() throws Exception {
        Figures figures = new PolicyRun(Policy.PER_LEVEL, new Rows(10_000), folder).measure();

        assertThat(figures.names()).contains(PolicyTables.level(6, "zstd"));
        assertThat(figures.get(PolicyTables.DISK_SETTLED)).isGreaterThan(10_000 * 20);
        assertThat(figures.get(PolicyTables.latency(PolicyTables.WRITE, 99)))
                .isGreaterThanOrEqualTo(figures.get(PolicyTables.latency(PolicyTables.WRITE, 50)));
        assertThat(figures.get(PolicyTables.AMPLIFICATION)).isGreaterThan(1);
    }
}
