package io.narrows.proxy.dictionary;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.config.Config;
import io.narrows.config.PeerId;
import io.narrows.config.TrafficClass;
import io.narrows.proxy.link.dictionary.DictionaryTraffic;
import io.narrows.proxy.link.support.LinkEnvironments;
import io.narrows.proxy.meter.EventMeter;
import org.junit.jupiter.api.Test;

/** Tests which codecs measure a dictionary. */
final class SampledTrafficTest {
    private static Config config(String rules) {
        String yaml = """
                version: 1
                node: {id: a, region: r, zone: z, host: ha}
                link: {listen: 127.0.0.1:1, plaintext: true}
                targets: {work: 127.0.0.1:2}
                peers: [{id: b, region: r, zone: z, host: hb, link: 127.0.0.1:3}]
                dictionaries: {path: dictionaries}
                auto: {candidates: [gzip, lz4, dense:1]}
                policy: [%s, {codec: auto, dictionary: all}]
                """.formatted(rules);
        return LinkEnvironments.of(yaml, new EventMeter(), Runnable::run, () -> 0)
                .live()
                .current();
    }

    private static SampledTraffic traffic(TrafficClass trafficClass, boolean tls) {
        return new SampledTraffic(new DictionaryTraffic(new PeerId("b"), Dictionaries.ANNOUNCED, trafficClass), tls);
    }

    @Test
    void codecs_areThatOfTheRuleForTheClass() {
        Config config = config("{class: bulk, codec: zstd, level: 9, dictionary: plain}");

        assertThat(traffic(TrafficClass.BULK, false).codecs(config)).containsExactly(CodecSpec.of(Codec.ZSTD, 9));
    }

    @Test
    void codecs_ofAutoAreTheCandidatesThatTakeDictionaries() {
        Config config = config("{class: bulk, codec: zstd}");

        assertThat(traffic(TrafficClass.DEFAULT, true).codecs(config))
                .containsExactlyInAnyOrder(CodecSpec.of(Codec.LZ4), CodecSpec.of(Codec.DENSE, 1));
    }

    @Test
    void codecs_ofTrafficThatMayNotBeSampled_areNone() {
        Config config = config("{class: bulk, codec: zstd, dictionary: plain}, {class: heartbeat, codec: zstd}");

        assertThat(traffic(TrafficClass.BULK, true).codecs(config)).isEmpty();
        assertThat(traffic(TrafficClass.HEARTBEAT, false).codecs(config)).isEmpty();
        assertThat(traffic(TrafficClass.ENCRYPTED, false).codecs(config)).isEmpty();
    }
}
