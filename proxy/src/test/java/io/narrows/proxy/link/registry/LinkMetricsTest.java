package io.narrows.proxy.link.registry;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.config.Announcement;
import io.narrows.config.ConfigLoader;
import io.narrows.config.Location;
import io.narrows.config.PeerId;
import io.narrows.proxy.live.LiveConfig;
import io.narrows.proxy.meter.AnnouncedPlaces;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

final class LinkMetricsTest {
    @Test
    void tierAssumedBeforeThePeerHasAnnouncedItsPlace_leavesNoSeries() throws Exception {
        AnnouncedPlaces places = new AnnouncedPlaces();
        LinkMetrics metrics = new LinkMetrics(
                new LinkRegistry(), new LiveConfig(ConfigLoader.parse("a.yaml", """
                version: 1
                node: {id: a, region: r, zone: z, host: ha}
                link: {listen: 127.0.0.1:15000, plaintext: true}
                targets: {}
                peers: [{id: b, link: 127.0.0.1:15001}]
                policy: []
                """, Path.of("."))), places);
        assertThat(tiers(metrics)).containsExactly("same-host");

        places.announced(new PeerId("b"), new Announcement(new Location("r", "other", "hb"), true));

        assertThat(tiers(metrics)).containsExactly("cross-zone");
    }

    private static Set<String> tiers(LinkMetrics metrics) {
        return metrics.collect().stream()
                .flatMap(family -> family.getDataPoints().stream())
                .filter(point -> point.getLabels().contains("tier"))
                .map(point -> point.getLabels().get("tier"))
                .collect(Collectors.toSet());
    }
}
