package io.narrows.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TargetNameTest {
    @Test
    void name_isItsText() {
        assertThat(new TargetName("raft.client-1")).hasToString("raft.client-1");
        assertThat(TargetName.of("raft")).contains(new TargetName("raft"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-raft", "two words", "raft\n", "überall"})
    void otherTexts_areNoNames(String text) {
        assertThat(TargetName.of(text)).isEmpty();
        assertThatIllegalArgumentException().isThrownBy(() -> new TargetName(text));
    }
}
