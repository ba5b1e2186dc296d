package io.narrows.estimate.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.narrows.config.Tier;
import java.util.EnumMap;
import java.util.Map;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PaperClusterTest {
    private static final Offset<Double> ROUNDING = within(1e-6);

    @ParameterizedTest
    @CsvSource({
        // nodes, replicas, regions, zones, then copies of a write to the same zone, other zones, other regions
        "3,    3, 1, 3, 0, 2, 0",
        "1000, 3, 1, 3, 0, 2, 0",
        "1000, 1, 1, 3, 0, 0, 0",
        // 2 replicas share a zone: its pair is 2 of the 6 x 5 ways, so each leader sends 1/3 within its zone
        "100,  3, 1, 2, 0.6666666666, 1.3333333333, 0",
        "100,  3, 1, 1, 2, 0, 0",
        // 2 replicas in the first region, in different zones; 1 in the second
        "60,   3, 2, 3, 0, 0.6666666666, 1.3333333333",
        "60,   3, 3, 1, 0, 0, 2",
        // 5 replicas: 3 and 2
        "60,   5, 2, 3, 0, 1.6, 2.4",
        // one zone has a single node, so the others take more
        "4,    4, 1, 3, 0.5, 2.5, 0",
    })
    void copies_areAsFarApartAsPossible(
            int nodes, int replication, int regions, int zones, double sameZone, double crossZone, double crossRegion) {
        Map<Tier, Double> copies = new EnumMap<>(Tier.class);

        new PaperCluster(nodes, replication, regions, zones, 1)
                .matrix()
                .bytesPerSecond()
                .forEach((path, bytes) -> copies.merge(path.tier(), bytes, Double::sum));

        assertThat(copies.getOrDefault(Tier.SAME_ZONE, 0.0)).isCloseTo(sameZone, ROUNDING);
        assertThat(copies.getOrDefault(Tier.CROSS_ZONE, 0.0)).isCloseTo(crossZone, ROUNDING);
        assertThat(copies.getOrDefault(Tier.CROSS_REGION, 0.0)).isCloseTo(crossRegion, ROUNDING);
    }

    @Test
    void pairs_areThoseOfAllNodes() {
        TrafficMatrix matrix = new PaperCluster(10_000, 5, 4, 25, 1).matrix();

        assertThat(matrix.pairs().values().stream()
                        .mapToDouble(Double::doubleValue)
                        .sum())
                .isEqualTo(10_000 * 9_999 / 2.0);
        assertThat(matrix.nodes()).hasSize(100).containsValue(100);
    }

    @ParameterizedTest
    @CsvSource({
        "0,    1, 1, 1, nodes 0",
        "10001,1, 1, 1, nodes 10001",
        "3,    4, 1, 1, replication 4 (expected: 1-3)",
        "3,    1, 1, 4, nodes 3 (expected: 4-10000)",
        "300,  1, 10, 11, zones 11 (expected: 1-10)",
    })
    void numberOutOfRange_isNamed(int nodes, int replication, int regions, int zones, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new PaperCluster(nodes, replication, regions, zones, 1))
                .withMessageStartingWith(message);
    }

    @Test
    void writes_notANumber_isNamed() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new PaperCluster(1, 1, 1, 1, Double.NaN))
                .withMessageStartingWith("writes NaN");
    }
}
