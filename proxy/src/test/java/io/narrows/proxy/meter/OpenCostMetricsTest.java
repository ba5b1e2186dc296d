package io.narrows.proxy.meter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.narrows.codec.Codec;
import io.narrows.config.Config;
import io.narrows.config.ConfigLoader;
import io.narrows.config.Location;
import io.narrows.config.PeerDetail;
import io.narrows.config.PeerId;
import io.narrows.config.TrafficClass;
import io.narrows.proxy.live.LiveConfig;
import io.narrows.proxy.support.Exposed;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

final class OpenCostMetricsTest {
    private static final String POD = "metrics: {opencost: {namespace: databases, pod: etcd-0}}";
    private static final Path FILE = Path.of("../docs/metrics.md");
    private static final Pattern ROW = Pattern.compile("^\\| `(kubecost_\\w+)` \\|", Pattern.MULTILINE);
    private static final Pattern FAMILY = Pattern.compile("^# TYPE (kubecost_\\w+) ", Pattern.MULTILINE);

    @Test
    void withoutAPod_nothingIsExposed() throws Exception {
        assertThat(text("", "tariff: {}", PeerDetail.FULL)).doesNotContain("kubecost");
    }

    @Test
    void bytes_areThoseOfIpByDistance() throws Exception {
        Exposed exposed = new Exposed(text(POD, "tariff: {}", PeerDetail.FULL));

        assertThat(egress(exposed, "same_region=\"true\"", "same_zone=\"true\""))
                .isEqualTo(1);
        assertThat(egress(exposed, "same_region=\"true\"", "same_zone=\"false\""))
                .isEqualTo(110);
        assertThat(egress(exposed, "same_region=\"false\"", "same_zone=\"false\""))
                .isEqualTo(3000);
        assertThat(exposed.value(
                        "kubecost_pod_network_ingress_bytes_total",
                        "namespace=\"databases\"",
                        "pod_name=\"etcd-0\"",
                        "internet=\"false\"",
                        "service=\"\"",
                        "peer=\"zone-1\""))
                .isEqualTo(7);
        assertThat(egress(exposed)).isEqualTo(exposed.value("narrows_wire_ip_bytes_total", "direction=\"sent\""));
    }

    @Test
    void bytesOfAPeerThatCameToThisHost_areSummedWithThoseFromBefore() throws Exception {
        Config config = config(POD, "tariff: {}");
        TrafficMeter traffic = new TrafficMeter(config.node().location(), config.tariff());
        PeerId near = new PeerId("near");
        for (String host : List.of("hb", "ha")) {
            traffic.cell(near, new Location("r", "y", host), TrafficClass.BULK, Codec.ZSTD, Direction.SENT)
                    .wireIp(5);
        }

        Exposed exposed = new Exposed(text(config, traffic, PeerDetail.FULL));

        assertThat(egress(exposed, "peer=\"near\"", "same_zone=\"true\"")).isEqualTo(10);
    }

    @Test
    void bytes_areSummedOverThePeersIfTheDetailSaysSo() throws Exception {
        String text = text(POD, "tariff: {}", PeerDetail.OFF);

        assertThat(text.lines().filter(line -> line.startsWith("kubecost_pod")))
                .hasSize(6)
                .noneMatch(line -> line.contains("peer="));
        assertThat(egress(new Exposed(text))).isEqualTo(3111);
    }

    @Test
    void price_isThatOfAGibibyteThatIsSent() throws Exception {
        Exposed exposed = new Exposed(text(
                POD, "tariff: {cross-zone: {sent: 0.01, received: 0.5}, discount: {transfer: 50}}", PeerDetail.FULL));

        assertThat(exposed.value("kubecost_network_zone_egress_cost")).isEqualTo(0.005 * 1.073741824, within(1e-12));
    }

    @Test
    void priceThatDiffersBetweenPeers_isLeftOut() throws Exception {
        String regions = "tariff: {regions: [{from: r, to: s, sent: 0.3, received: 0}]}";

        assertThat(text(POD, regions, PeerDetail.FULL))
                .contains("kubecost_network_zone_egress_cost ")
                .doesNotContain("kubecost_network_region_egress_cost");
    }

    @Test
    void document_namesEveryFamily() throws Exception {
        String document = Files.readString(FILE);
        int start = document.indexOf("<!-- opencost metrics -->");
        String section = document.substring(start, document.indexOf("<!-- end -->", start));

        assertThat(names(FAMILY, text(POD, "tariff: {}", PeerDetail.FULL))).isEqualTo(names(ROW, section));
    }

    private static TreeSet<String> names(Pattern pattern, String text) {
        return pattern.matcher(text)
                .results()
                .map(match -> match.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static double egress(Exposed exposed, String... labels) {
        return exposed.value("kubecost_pod_network_egress_bytes_total", labels);
    }

    /** Returns the metrics of a node with a peer in its zone, two in another zone and two in other regions. */
    private static String text(String metrics, String tariff, PeerDetail detail) throws Exception {
        Config config = config(metrics, tariff);
        TrafficMeter traffic = new TrafficMeter(config.node().location(), config.tariff());
        long[] sent = {1, 10, 100, 1000, 2000};
        for (int i = 0; i < sent.length; i++) {
            var peer = config.peers().get(i);
            for (Direction direction : Direction.values()) {
                traffic.cell(peer.id(), peer.location().orElseThrow(), TrafficClass.BULK, Codec.ZSTD, direction)
                        .wireIp(direction == Direction.SENT ? sent[i] : 7);
            }
        }
        return text(config, traffic, detail);
    }

    private static Config config(String metrics, String tariff) throws Exception {
        return ConfigLoader.parse("a.yaml", """
                version: 1
                node: {id: a, region: r, zone: y, host: ha}
                link: {listen: 127.0.0.1:15000}
                targets: {}
                peers:
                  - {id: near, region: r, zone: y, host: hb, link: 127.0.0.1:15001}
                  - {id: zone-1, region: r, zone: z, host: hb, link: 127.0.0.1:15002}
                  - {id: zone-2, region: r, zone: z, host: hc, link: 127.0.0.1:15003}
                  - {id: region-1, region: s, zone: y, host: hb, link: 127.0.0.1:15004}
                  - {id: region-2, region: t, zone: y, host: hb, link: 127.0.0.1:15005}
                policy: [{codec: zstd}]
                %s
                %s
                """.formatted(metrics, tariff), Path.of("."));
    }

    private static String text(Config config, TrafficMeter traffic, PeerDetail detail) {
        Exposition exposition = new Exposition(
                traffic,
                new EventMeter(),
                new LatencyMeter(),
                new CpuBill(() -> 0, 0),
                new ReloadMeter(Instant.EPOCH),
                new LiveConfig(config),
                "test");
        return new String(exposition.scrape("", detail).body(), StandardCharsets.UTF_8);
    }
}
