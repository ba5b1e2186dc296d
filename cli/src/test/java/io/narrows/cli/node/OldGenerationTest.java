package io.narrows.cli.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.lab.process.JavaCommand;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class OldGenerationTest {
    private static final long MIB = 1 << 20;

    @Test
    void threshold_isTwiceWhatIsLive_withinItsBounds() {
        assertThat(OldGeneration.threshold(10 * MIB, 2048 * MIB)).isEqualTo(128 * MIB);
        assertThat(OldGeneration.threshold(100 * MIB, 2048 * MIB)).isEqualTo(200 * MIB);
        assertThat(OldGeneration.threshold(1500 * MIB, 2048 * MIB)).isEqualTo(2048 * MIB);
    }

    /** 2 GB of garbage, with 40 MB live: without it, the old generation reaches nearly 1 GB. */
    @Test
    void garbage_doesNotFillTheHeap() throws Exception {
        assertThat(peakMib("-XX:+UseSerialGC", "keep")).isBetween(100L, 400L);
        assertThat(peakMib("-XX:+UseSerialGC", "leave")).isGreaterThan(800);
    }

    @Test
    void otherCollectors_areLeftAlone() throws Exception {
        assertThat(run("-XX:+UseG1GC", "keep")).isEqualTo("none");
    }

    private static long peakMib(String collector, String what) throws Exception {
        return Long.parseLong(run(collector, what));
    }

    private static String run(String collector, String what) throws IOException, InterruptedException {
        List<String> flags = List.of("-XX:-UseSerialGC", collector, "-Xms1g", "-Xmx1g", "-Xmn8m");
        Process process = new ProcessBuilder(JavaCommand.of(flags, OldGenerationProbe.class, what))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        assertThat(process.waitFor()).isZero();
        return printed;
    }
}
