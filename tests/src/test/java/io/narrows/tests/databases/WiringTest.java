package io.narrows.tests.databases;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class WiringTest {
    private static final String SETTINGS = "listen: 127.0.1.1:6222, 127.0.1.12:1, {127,0,1,2}, 127.0.0.1";

    @Test
    void settingsStayAsTheyAreWithSidecars() {
        assertThat(Wiring.throughSidecars().applied(SETTINGS)).isEqualTo(SETTINGS);
    }

    @Test
    void loopbackAddressesAreReplacedWithoutSidecars() {
        List<String> machines = IntStream.rangeClosed(1, 12)
                .mapToObj(number -> "10.0.0." + number)
                .toList();

        assertThat(Wiring.direct(machines).applied(SETTINGS))
                .isEqualTo("listen: 10.0.0.1:6222, 10.0.0.12:1, {10,0,0,2}, 127.0.0.1");
    }
}
