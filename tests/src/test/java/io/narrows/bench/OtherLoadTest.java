package io.narrows.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OtherLoadTest {
    @Test
    void busyTicks_areAllButIdleAndWaiting() {
        assertThat(OtherLoad.busyTicks("cpu  100 20 3 9999 8888 40 50 60 7777 0\ncpu0 1 1 1 1\n"))
                .isEqualTo(273);
    }
}
