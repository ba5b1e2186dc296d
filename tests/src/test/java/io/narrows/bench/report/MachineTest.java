package io.narrows.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MachineTest {
    @Test
    void model_isThatOfTheFirstProcessor() {
        assertThat(Machine.model("processor\t: 0\nmodel name\t: AMD EPYC\n\nmodel name\t: other\n"))
                .isEqualTo("AMD EPYC");
        assertThat(Machine.model("processor\t: 0\n")).isEqualTo("unknown model");
    }
}
