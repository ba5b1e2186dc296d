package io.narrows.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PeerIdTest {
    @Test
    void id_isItsText() {
        assertThat(new PeerId("db-1.eu_west")).hasToString("db-1.eu_west");
        assertThat(PeerId.of("db-1")).contains(new PeerId("db-1"));
    }

    @Test
    void id_isNotLongerThan63Characters() {
        assertThat(PeerId.of("a".repeat(63))).isPresent();
        assertThat(PeerId.of("a".repeat(64))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-db", "two words", "db\n", "überall"})
    void otherTexts_areNoIds(String text) {
        assertThat(PeerId.of(text)).isEmpty();
        assertThatIllegalArgumentException().isThrownBy(() -> new PeerId(text));
    }
}
