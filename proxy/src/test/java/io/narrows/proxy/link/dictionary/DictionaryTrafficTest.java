package io.narrows.proxy.link.dictionary;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.config.Announcement;
import io.narrows.config.Config;
import io.narrows.config.ConnectionScope;
import io.narrows.config.Location;
import io.narrows.config.PeerId;
import io.narrows.config.TrafficClass;
import io.narrows.proxy.link.support.LinkEnvironments;
import io.narrows.proxy.meter.EventMeter;
import org.junit.jupiter.api.Test;

final class DictionaryTrafficTest {
    private static final Location NEAR = new Location("r", "z", "other");
    private static final Location FAR = new Location("far", "y", "other");

    private static Config config(String peer, String rules) {
        String yaml = """
                version: 1
                node: {id: a, region: r, zone: z, host: ha}
                link: {listen: 127.0.0.1:1, plaintext: true}
                targets: {work: 127.0.0.1:2}
                peers: [{id: b, %slink: 127.0.0.1:3}]
                dictionaries: {path: dictionaries}
                policy: [%s]
                """.formatted(peer, rules);
        return LinkEnvironments.of(yaml, new EventMeter(), Runnable::run, () -> 0)
                .live()
                .current();
    }

    private static DictionaryTraffic traffic(Location announced, TrafficClass trafficClass) {
        return new DictionaryTraffic(new PeerId("b"), new Announcement(announced, true), trafficClass);
    }

    @Test
    void scope_isThatOfTheRuleForTheAnnouncedPlace_ifNoneIsConfigured() {
        Config config = config("", "{tier: cross-region, codec: lz4, dictionary: all}, {codec: lz4}");

        assertThat(traffic(FAR, TrafficClass.DEFAULT).scope(config)).isEqualTo(ConnectionScope.ALL);
        assertThat(traffic(NEAR, TrafficClass.DEFAULT).scope(config)).isEqualTo(ConnectionScope.NONE);
    }

    @Test
    void scope_isThatOfTheRuleForTheClass() {
        Config config =
                config("region: r, zone: z, host: hb, ", "{class: bulk, codec: lz4, dictionary: plain}, {codec: lz4}");

        assertThat(traffic(NEAR, TrafficClass.BULK).scope(config)).isEqualTo(ConnectionScope.PLAIN);
        assertThat(traffic(NEAR, TrafficClass.DEFAULT).scope(config)).isEqualTo(ConnectionScope.NONE);
        assertThat(traffic(NEAR, TrafficClass.ENCRYPTED).scope(config)).isEqualTo(ConnectionScope.NONE);
    }
}
