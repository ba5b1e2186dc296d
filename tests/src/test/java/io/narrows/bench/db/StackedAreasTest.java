package io.narrows.bench.db;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StackedAreasTest {
    private static final List<Moment> MOMENTS = List.of(
            new Moment(0, Map.of("snappy", 10_000_000L)),
            new Moment(1, Map.of("snappy", 4_000_000L, "zstd", 3_000_000L)));
    private static final StackedAreas AREAS = new StackedAreas(MOMENTS, new Axis(1, 0, 50), new Axis(10, 100, 0));

    @Test
    void path_ofTheLowestOne_standsOnTheFloor() {
        assertThat(AREAS.path(List.of(), "zstd")).isEqualTo("M0.0 100.0L50.0 100.0L50.0 70.0L0.0 100.0Z");
    }

    @Test
    void path_ofTheNextOne_standsOnTheOneBelow() {
        assertThat(AREAS.path(List.of("zstd"), "snappy")).isEqualTo("M0.0 100.0L50.0 70.0L50.0 30.0L0.0 0.0Z");
    }
}
