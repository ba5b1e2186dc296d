package io.narrows.proxy.discovery.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class SlicesTest {
    private static final int MOST = 10_000;

    private final Slices slices = new Slices(SlicePort.of("15000"));

    @Test
    void slices_areBounded_byEndpointsAndTheirOwnNumber() throws IOException {
        slices.put(slice("a", MOST / 2 - 1));
        slices.put(slice("b", MOST / 2 - 1));

        assertThatThrownBy(() -> slices.put(slice("c", 0)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("more than 10000 endpoints");
    }

    @Test
    void slice_isReplaced_byItsNextVersion() throws IOException {
        slices.put(slice("a", MOST - 1));
        slices.put(slice("a", MOST - 1));
        slices.put(slice("a", 1));

        assertThat(slices.endpoints(node -> Optional.empty())).hasSize(1);
    }

    private static Slice slice(String name, int endpoints) {
        SliceEndpoint endpoint =
                new SliceEndpoint(List.of("10.0.0.1"), true, true, false, Optional.empty(), Optional.empty());
        return new Slice(name, Collections.nCopies(endpoints, endpoint), Map.of());
    }
}
