package io.narrows.bench.tunnel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ResidentTest {
    @Test
    void parse_takesAllAndThePartOfFiles() {
        String status =
                "Name:\tjava\nVmHWM:\t  900 kB\nVmRSS:\t  138100 kB\nRssAnon:\t 98100 kB\nRssFile:\t 40000 kB\n";

        assertThat(Resident.parse(status)).isEqualTo(new Resident(138_100L * 1024, 40_000L * 1024));
    }

    @Test
    void parse_ofAProcessThatHasEnded_saysSo() {
        assertThatThrownBy(() -> Resident.parse("Name:\tjava\nState:\tZ (zombie)\n"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("no VmRSS: (expected: a process that runs)");
    }
}
