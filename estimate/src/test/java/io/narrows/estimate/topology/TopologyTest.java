package io.narrows.estimate.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narrows.config.Location;
import java.net.InetAddress;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TopologyTest {
    @Test
    void find_overlappingRanges_takesTheLongestPrefix() throws Exception {
        Topology topology = topology("10.0.0.0/8=r/a", "10.1.0.0/16=r/b", "10.1.2.3=r/b/db-1");

        assertThat(topology.find(address("10.9.0.1")))
                .contains(new PlacedNode("10.9.0.1", new Location("r", "a", "10.9.0.1")));
        assertThat(topology.find(address("10.1.0.1")))
                .contains(new PlacedNode("10.1.0.1", new Location("r", "b", "10.1.0.1")));
        assertThat(topology.find(address("10.1.2.3"))).contains(new PlacedNode("db-1", new Location("r", "b", "db-1")));
    }

    @Test
    void find_addressInNoRange_isEmpty() throws Exception {
        Topology topology = topology("10.0.0.0/8=r/a", "fd00::/16=r/b");

        assertThat(topology.find(address("192.0.2.1"))).isEmpty();
        assertThat(topology.find(address("fd00::7"))).isPresent();
        assertThat(topology.find(address("fe00::7"))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"10.0.0.0/8", "10.0.0.0/8=", "10.0.0.0/8=r", "10.0.0.0/8=r/z/h/x", "10.0.0.0/8=r//h", "ten=r/z"})
    void parse_notARangeWithAPlace_saysWhatWasExpected(String text) {
        assertThatThrownBy(() -> TopologyEntry.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("expected: ");
    }

    private static Topology topology(String... entries) {
        List<TopologyEntry> parsed =
                Stream.of(entries).map(TopologyEntry::parse).toList();
        return new Topology(parsed);
    }

    private static InetAddress address(String text) throws Exception {
        return InetAddress.getByName(text);
    }
}
