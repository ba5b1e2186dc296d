package io.narrows.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narrows.bench.load.Recordings;
import io.narrows.bench.load.Trial;
import java.io.IOException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TrialsTest {
    private static Trials trials;

    @BeforeAll
    static void read() throws IOException {
        trials = new Trials(Recordings.own());
    }

    @ParameterizedTest
    @ValueSource(strings = {"ping", "bulk", "etcd-timed", "pg-fast", "ratis-timed"})
    void parse_knowsTrialsByTheirNames(String name) {
        assertThat(trials.parse(name).name()).isEqualTo(name);
    }

    @Test
    void parse_ofAnUnknownTrial_saysWhatThereIs() {
        assertThatThrownBy(() -> trials.parse("pong"))
                .hasMessage("unknown trial 'pong' (expected: ping, bulk, RECORDING-timed or RECORDING-fast)");
        assertThatThrownBy(() -> trials.parse("mysql-fast"))
                .hasMessage("no recording 'mysql' (expected: etcd, pg, ratis)");
    }

    @Test
    void warmUp_isTheSameRecordingWithoutPace_thenAPing() {
        assertThat(trials.warmUp(trials.parse("etcd-timed")))
                .extracting(Trial::name)
                .containsExactly("etcd-fast", "ping");
        assertThat(trials.warmUp(trials.parse("bulk"))).extracting(Trial::name).containsExactly("pg-fast", "ping");
    }
}
