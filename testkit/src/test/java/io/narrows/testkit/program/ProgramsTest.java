package io.narrows.testkit.program;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ProgramsTest {
    @Test
    void program_isFoundByItsNameAndGetsItsOptions() {
        assertThat(run("sample", "--seed", "7", "--for", "2m")).isZero();

        assertThat(SampleSoak.seed).isEqualTo(7);
        assertThat(SampleSoak.time).isEqualTo(Duration.ofMinutes(2));
    }

    @Test
    void wrongOptions_areRefused() {
        assertThat(run("sample", "--sed", "7")).isEqualTo(2);
        assertThat(run("sample", "--for", "5")).isEqualTo(2);
        assertThat(run("another")).isEqualTo(2);
    }

    @Test
    void failure_isTheExitCode1() {
        assertThat(run("sample", "--fail")).isEqualTo(1);
    }

    @Test
    void benchmarks_areNoSoaks() {
        assertThat(Programs.run("bench", Benchmark.class, "sample")).isEqualTo(2);
    }

    private static int run(String... arguments) {
        return Programs.run("soak", Soak.class, arguments);
    }
}
