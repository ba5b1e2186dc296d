package io.narrows.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** {@link FreePort} of two processes. */
final class FreePortTest {
    /** More than a block has. */
    private static final int PORTS = 600;

    private final FreePort one = new FreePort();
    private final FreePort other = new FreePort();

    @AfterEach
    void close() throws IOException {
        one.close();
        other.close();
    }

    @Test
    void portThatOneProcessHasChosen_isNotChosenByAnother_beforeItIsBound() throws IOException {
        Set<Integer> ofBoth = new HashSet<>();

        for (int i = 0; i < PORTS; i++) {
            ofBoth.add(one.take());
            ofBoth.add(other.take());
        }

        assertThat(ofBoth).hasSize(2 * PORTS).allMatch(port -> port > 16_384 && port < 32_768);
    }
}
