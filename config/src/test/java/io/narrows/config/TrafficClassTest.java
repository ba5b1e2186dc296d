package io.narrows.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TrafficClassTest {
    @ParameterizedTest
    @ValueSource(strings = {"a", "heartbeat", "my-class-2", "abcdefghijklmnopqrstuvwxyz012345"})
    void names(String name) {
        assertThat(new TrafficClass(name)).hasToString(name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "A", "2nd", "-a", "a_b", "abcdefghijklmnopqrstuvwxyz0123456"})
    void otherNames_areRefused(String name) {
        assertThatThrownBy(() -> new TrafficClass(name)).isInstanceOf(IllegalArgumentException.class);
    }
}
