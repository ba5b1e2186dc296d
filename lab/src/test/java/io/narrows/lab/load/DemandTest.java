package io.narrows.lab.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DemandTest {
    private static final Mix EVERY_FOURTH_READS = Mix.parse("update=3,get=1");

    @Test
    void paceOf_allClientsTogether_isTheRateOfWritesAndTheReadsBesides() {
        Demand demand = new Demand(3, 300, EVERY_FOURTH_READS, 20, 0);
        List<Long> begins = new ArrayList<>();

        for (int client = 0; client < 3; client++) {
            for (int turn = 0; turn < 4; turn++) {
                begins.add(demand.paceOf(client, 1_000_000_000).beginOf(turn));
            }
        }

        assertThat(begins.stream().sorted())
                .containsExactly(
                        1_000_000_000L,
                        1_002_500_000L,
                        1_005_000_000L,
                        1_007_500_000L,
                        1_010_000_000L,
                        1_012_500_000L,
                        1_015_000_000L,
                        1_017_500_000L,
                        1_020_000_000L,
                        1_022_500_000L,
                        1_025_000_000L,
                        1_027_500_000L);
    }

    @Test
    void paceOf_noWrites_isTheRateOfAllOperations() {
        Demand demand = new Demand(1, 100, Mix.only(Operation.GET), 20, 0);

        assertThat(demand.paceOf(0, 1_000_000_000).beginOf(3)).isEqualTo(1_030_000_000);
    }

    @Test
    void paceOf_rate0_isNow() {
        long before = System.nanoTime();

        long begin = new Demand(1, 0, Mix.DEFAULT, 20, 0)
                .paceOf(0, before - 1_000_000_000)
                .beginOf(0);

        assertThat(begin - before).isNotNegative();
    }

    @Test
    void new_outOfRange_saysWhatIsExpected() {
        assertThatThrownBy(() -> new Demand(0, 0, Mix.DEFAULT, 20, 3)).hasMessage("clients 0 (expected: 1 to 10000)");
        assertThatThrownBy(() -> new Demand(1, -1, Mix.DEFAULT, 20, 3))
                .hasMessage("rate -1.0 (expected: 0 to 1000000)");
        assertThatThrownBy(() -> new Demand(1, Double.NaN, Mix.DEFAULT, 20, 3)).hasMessageStartingWith("rate NaN");
    }
}
