package io.narrows.storage.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;

class SpreadTest {
    @Test
    void median_ofAnOddNumber_isTheMiddleOne() {
        assertThat(new Spread(List.of(9.0, 1.0, 2.0)).median()).isEqualTo(2.0);
    }

    @Test
    void median_ofAnEvenNumber_isBetweenTheMiddleOnes() {
        assertThat(new Spread(List.of(9.0, 1.0, 2.0, 3.0)).median()).isEqualTo(2.5);
    }

    @Test
    void text_showsLeastAndMost() {
        assertThat(new Spread(List.of(9.0, 1.0, 2.04)).text(1)).isEqualTo("2.0 (1.0–9.0)");
    }

    @Test
    void text_ofValuesThatLookAlike_showsOne() {
        assertThat(new Spread(List.of(2.01, 2.02, 2.04)).text(1)).isEqualTo("2.0");
    }

    @Test
    void ofNothing_isRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> new Spread(List.of()));
    }
}
