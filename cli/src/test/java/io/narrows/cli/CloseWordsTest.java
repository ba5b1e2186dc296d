package io.narrows.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CloseWordsTest {
    private static final List<String> VERBS = List.of("get", "scan", "stats", "compact", "checkpoint");

    @ParameterizedTest
    @CsvSource({
        "'', '', 0",
        "scan, scan, 0",
        "sacn, scan, 1",
        "scn, scan, 1",
        "scaan, scan, 1",
        "scab, scan, 1",
        "cat, scan, 2",
        "'', abc, 3"
    })
    void distance_countsWhatIsWrong(String a, String b, int distance) {
        assertThat(CloseWords.distance(a, b)).isEqualTo(distance);
        assertThat(CloseWords.distance(b, a)).isEqualTo(distance);
    }

    @Test
    void to_isTheClosest() {
        assertThat(CloseWords.to("sacn", VERBS)).containsExactly("scan");
        assertThat(CloseWords.to("chekpiont", VERBS)).containsExactly("checkpoint");
        assertThat(CloseWords.to("sat", List.of("set", "get", "sit"))).containsExactly("set", "sit");
    }

    @Test
    void to_isNothingWhereTooMuchIsWrong() {
        assertThat(CloseWords.to("words", VERBS)).isEmpty();
    }
}
