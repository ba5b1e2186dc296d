package io.narrows.estimate.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.within;

import io.narrows.config.Tier;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NodeTotalsTest {
    private static final Zone A = new Zone("r", "a");
    private static final Zone B = new Zone("r", "b");

    private final NodeTotals totals = new NodeTotals(new NodePlaces(List.of(), Map.of()));

    @Test
    void sentBytes_goToTheOthers_inProportionToWhatTheyReceive() {
        totals.sends("r/a/one", 100);
        totals.receives("r/a/one", 7);
        totals.receives("r/a/two", 10);
        totals.receives("r/b/three", 30);

        TrafficMatrix matrix = totals.distributed();

        assertThat(matrix.bytesPerSecond().get(new ZonePath(A, A, Tier.SAME_ZONE)))
                .isCloseTo(25, within(1e-9));
        assertThat(matrix.bytesPerSecond().get(new ZonePath(A, B, Tier.CROSS_ZONE)))
                .isCloseTo(75, within(1e-9));
        assertThat(matrix.nodes()).containsExactly(entry(A, 2), entry(B, 1));
        assertThat(matrix.pairs().values().stream()
                        .mapToDouble(Double::doubleValue)
                        .sum())
                .isEqualTo(3);
    }

    @Test
    void nodeWithoutAPlace_isCountedOnce() {
        totals.sends("somewhere", 5);
        totals.receives("somewhere", 5);

        TrafficMatrix matrix = totals.distributed();

        assertThat(matrix.unknownBytesPerSecond()).isEqualTo(5);
        assertThat(matrix.unknownNames()).containsExactly("somewhere");
    }

    @Test
    void singleNode_hasNoTraffic() {
        totals.sends("r/a/one", 5);
        totals.receives("r/a/one", 5);

        assertThat(totals.distributed().bytesPerSecond()).isEmpty();
    }
}
