package io.narrows.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class MetricsSettingsTest {
    @ParameterizedTest
    @CsvSource({"1, FULL", "20, FULL", "21, COUNTERS", "1000, COUNTERS"})
    void withoutTheKey_theNumberOfPeersDecides(int peers, PeerDetail detail) {
        assertThat(config(peers, "").peerDetail()).isEqualTo(detail);
    }

    @ParameterizedTest
    @EnumSource
    void key_holdsForAnyNumberOfPeers(PeerDetail detail) {
        String metrics = "metrics: {per-peer: " + detail.label() + "}";

        assertThat(config(1, metrics).peerDetail()).isEqualTo(detail);
        assertThat(config(21, metrics).peerDetail()).isEqualTo(detail);
    }

    @Test
    void openCost_isOffUnlessItNamesThePod() {
        assertThat(config(1, "metrics: {per-peer: off}").metrics().openCost()).isEmpty();
        assertThat(config(1, "metrics: {opencost: {namespace: db, pod: etcd-0}}")
                        .metrics()
                        .openCost())
                .contains(new OpenCostPod("db", "etcd-0"));
    }

    @Test
    void emptySection_isNone() {
        assertThat(config(21, "metrics: {}").peerDetail()).isEqualTo(PeerDetail.COUNTERS);
    }

    private static Config config(int peers, String metrics) {
        String list = IntStream.range(0, peers)
                .mapToObj(i -> "{id: p%d, region: r, zone: z, host: h%d, link: p%d:15000}".formatted(i, i, i))
                .collect(Collectors.joining(", "));
        return Fixtures.parse("""
                version: 1
                node: {id: a, region: r, zone: y, host: ha}
                link: {listen: 127.0.0.1:15000}
                targets: {}
                peers: [%s]
                %s
                """.formatted(list, metrics));
    }
}
