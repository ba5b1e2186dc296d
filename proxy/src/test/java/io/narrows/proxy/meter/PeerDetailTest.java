package io.narrows.proxy.meter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.narrows.config.ConfigException;
import io.narrows.config.PeerDetail;
import io.narrows.config.PeerId;
import io.narrows.proxy.support.Exposed;
import io.narrows.proxy.support.ExposedPeers;
import io.prometheus.metrics.model.snapshots.DataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The series of each level of {@code metrics.per-peer}. */
final class PeerDetailTest {
    private static final Path FILE = Path.of("../docs/metrics.md");
    private static final Pattern ROW =
            Pattern.compile("^\\| `(off|counters|full)` \\| (\\d+) \\| (\\d+) \\| (\\d+) \\|", Pattern.MULTILINE);
    private static final Pattern SERIES = Pattern.compile("^narrows_.*", Pattern.MULTILINE);
    private static final double FEW = 1e-12;

    @ParameterizedTest
    @EnumSource
    void families_areTheSameInEveryDetail(PeerDetail detail) throws ConfigException {
        ExposedPeers peers = new ExposedPeers(2);

        assertThat(families(peers, detail)).isEqualTo(families(peers, PeerDetail.FULL));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 20, 21})
    void full_hasEveryFamilyByPeer(int count) throws ConfigException {
        List<String> series = series(new ExposedPeers(count), PeerDetail.FULL);

        assertThat(series.stream().filter(line -> line.startsWith("narrows_added_latency_seconds_count{")))
                .hasSize(count * ExposedPeers.CLASSES.size() * 2)
                .allMatch(line -> line.contains("peer=\"peer-"));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 20, 21})
    void counters_haveOneHistogramForAllPeers(int count) throws ConfigException {
        ExposedPeers peers = new ExposedPeers(count);

        List<String> series = series(peers, PeerDetail.COUNTERS);

        assertThat(series).noneMatch(line -> line.startsWith("narrows_added") && line.contains("peer="));
        assertThat(series)
                .contains(
                        "narrows_added_latency_seconds_count{class=\"heartbeat\",direction=\"sent\"} " + count,
                        "narrows_added_latency_seconds_bucket{class=\"heartbeat\",direction=\"sent\",le=\"5.0E-5\"} 0",
                        "narrows_added_latency_seconds_bucket{class=\"heartbeat\",direction=\"sent\",le=\"1.0E-4\"} "
                                + count);
        assertThat(withoutLatency(series)).isEqualTo(withoutLatency(series(peers, PeerDetail.FULL)));
    }

    @Test
    void off_hasNoPeerAndTheSumsOfAll() throws ConfigException {
        ExposedPeers peers = new ExposedPeers(21);

        List<String> series = series(peers, PeerDetail.OFF);

        assertThat(series).noneMatch(line -> line.contains("peer="));
        Exposed off = exposed(peers, PeerDetail.OFF);
        Exposed full = exposed(peers, PeerDetail.FULL);
        for (String family :
                List.of("narrows_app_bytes_total", "narrows_wire_bytes_total", "narrows_baseline_usd_total")) {
            assertThat(off.value(family, "direction=\"sent\""))
                    .isPositive()
                    .isCloseTo(full.value(family, "direction=\"sent\""), within(FEW));
        }
    }

    @Test
    void off_keepsThePriceThatAllPeersHave() throws ConfigException {
        ExposedPeers peers = new ExposedPeers(21);

        Exposed off = exposed(peers, PeerDetail.OFF);

        assertThat(off.value("narrows_tariff_usd_per_byte", "direction=\"sent\""))
                .isCloseTo(
                        exposed(peers, PeerDetail.FULL)
                                .value("narrows_tariff_usd_per_byte", "peer=\"peer-0\"", "direction=\"sent\""),
                        within(FEW));
    }

    @Test
    void off_leavesOutAPriceThatDiffersBetweenPeers() {
        GaugeSnapshot prices = GaugeSnapshot.builder()
                .name("narrows_tariff_usd_per_byte")
                .dataPoint(price("a", "cross-zone", 1e-11))
                .dataPoint(price("b", "cross-zone", 1e-11))
                .dataPoint(price("c", "cross-region", 2e-11))
                .dataPoint(price("d", "cross-region", 9e-11))
                .build();

        MetricSnapshots off = PeerSums.of(MetricSnapshots.of(prices), PeerDetail.OFF);

        assertThat(off.get(0).getDataPoints())
                .singleElement()
                .extracting(DataPointSnapshot::getLabels)
                .asInstanceOf(InstanceOfAssertFactories.type(Labels.class))
                .isEqualTo(Labels.of("tier", "cross-zone"));
    }

    private static GaugeDataPointSnapshot price(String peer, String tier, double usd) {
        return GaugeDataPointSnapshot.builder()
                .labels(Labels.of("peer", peer, "tier", tier))
                .value(usd)
                .build();
    }

    @Test
    void off_keepsStrangersApart() throws ConfigException {
        ExposedPeers peers = new ExposedPeers(2);
        peers.events().failure(EventMeter.UNKNOWN_PEER, Failure.CORRUPT_FRAME, null);
        peers.events().failure(new PeerId("peer-0"), Failure.CORRUPT_FRAME, null);
        peers.events().failure(new PeerId("peer-1"), Failure.CORRUPT_FRAME, null);

        assertThat(series(peers, PeerDetail.OFF))
                .contains(
                        "narrows_failures_total{peer=\"unknown\",reason=\"corrupt-frame\"} 1.0",
                        "narrows_failures_total{reason=\"corrupt-frame\"} 2.0");
    }

    @ParameterizedTest
    @CsvSource({"1, true", "20, true", "21, false"})
    void withoutTheKey_histogramsAreByPeerUpTo20(int count, boolean byPeer) throws ConfigException {
        ExposedPeers peers = new ExposedPeers(count);

        List<String> series = series(peers, peers.config().peerDetail());

        assertThat(series.stream().anyMatch(line -> line.startsWith("narrows_added") && line.contains("peer=")))
                .isEqualTo(byPeer);
        assertThat(series).anyMatch(line -> line.startsWith("narrows_app_bytes_total{") && line.contains("peer="));
    }

    @Test
    void document_hasTheNumberOfSeries() throws Exception {
        Map<String, List<Integer>> documented = new TreeMap<>();
        ROW.matcher(Files.readString(FILE))
                .results()
                .forEach(row -> documented.put(
                        row.group(1),
                        List.of(
                                Integer.parseInt(row.group(2)),
                                Integer.parseInt(row.group(3)),
                                Integer.parseInt(row.group(4)))));

        Map<String, List<Integer>> counted = new TreeMap<>();
        for (PeerDetail detail : PeerDetail.values()) {
            int one = series(new ExposedPeers(1), detail).size();
            int twenty = series(new ExposedPeers(20), detail).size();
            int more = series(new ExposedPeers(21), detail).size() - twenty;
            counted.put(detail.label(), List.of(one, twenty, more));
        }
        assertThat(documented).isEqualTo(counted);
    }

    private static List<String> withoutLatency(List<String> series) {
        return series.stream()
                .filter(line -> !line.startsWith("narrows_added_latency_seconds"))
                .toList();
    }

    private static List<String> families(ExposedPeers peers, PeerDetail detail) {
        return text(peers, detail)
                .lines()
                .filter(line -> line.startsWith("# TYPE narrows_"))
                .toList();
    }

    private static List<String> series(ExposedPeers peers, PeerDetail detail) {
        return SERIES.matcher(text(peers, detail))
                .results()
                .map(found -> found.group())
                .collect(Collectors.toList());
    }

    private static Exposed exposed(ExposedPeers peers, PeerDetail detail) {
        return new Exposed(text(peers, detail));
    }

    private static String text(ExposedPeers peers, PeerDetail detail) {
        return new String(peers.exposition().scrape("", detail).body(), StandardCharsets.UTF_8);
    }
}
