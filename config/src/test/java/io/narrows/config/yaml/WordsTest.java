package io.narrows.config.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class WordsTest {
    @Test
    void lists() {
        assertThat(Words.or(List.of())).isEmpty();
        assertThat(Words.or(List.of("a"))).isEqualTo("a");
        assertThat(Words.or(List.of("a", "b"))).isEqualTo("a or b");
        assertThat(Words.and(List.of("a", "b", "c"))).isEqualTo("a, b and c");
    }

    @Test
    void quote_staysOnOneLineAndIsCut() {
        assertThat(Words.quote("a\nb")).isEqualTo("\"a b\"");
        assertThat(Words.quote("x".repeat(60))).isEqualTo("\"" + "x".repeat(60) + "\"");
        assertThat(Words.quote("x".repeat(61))).isEqualTo("\"" + "x".repeat(60) + "...\"");
    }
}
