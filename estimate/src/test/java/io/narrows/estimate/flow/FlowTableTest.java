package io.narrows.estimate.flow;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FlowTableTest {
    private final FlowTable table = new FlowTable(new NodePlaces(List.of(), Map.of()));

    @Test
    void namesWithoutAPlace_areListed_ofBothEnds() {
        table.add("here", "there", 10);
        table.add("r/a/one", "elsewhere", 5);

        assertThat(table.matrix().unknownNames()).containsExactly("here", "there", "elsewhere");
        assertThat(table.matrix().unknownBytesPerSecond()).isEqualTo(15);
        assertThat(table.matrix().bytesPerSecond()).isEmpty();
    }
}
