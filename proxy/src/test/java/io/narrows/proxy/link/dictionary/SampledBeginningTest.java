package io.narrows.proxy.link.dictionary;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.config.Announcement;
import io.narrows.config.Location;
import io.narrows.config.TrafficClass;
import io.narrows.proxy.link.proto.RequestedTls;
import io.narrows.proxy.link.support.KeptDictionaries.Sample;
import io.narrows.proxy.link.support.TwoNodes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Tests which content of a connection a link passes on for dictionaries. */
final class SampledBeginningTest {
    private static final String RULE = "{codec: lz4, dictionary: all}";

    private static final String PLAIN = "{codec: dense, level: 3, dictionary: plain}";

    /** The beginning of a ClientHello. */
    private static final byte[] TLS = {0x16, 3, 1, 2, 0, 1, 0, 1, (byte) 0xfc, 3, 3};

    private final byte[] content = new byte[3 * SampledBeginning.MAX_BYTES / 4];

    @Test
    void sample_hasTheFirstBytesThatItsSideSends() {
        new Random(1).nextBytes(content);
        try (TwoNodes nodes = new TwoNodes(RULE)) {
            TwoNodes.Pair pair = nodes.open();
            pair.send(pair.b(), new byte[] {1, 2, 3});

            pair.send(pair.a(), content);
            Sample sample = nodes.a().dictionaries().samples().get(0);
            assertThat(sample.bytes()).isEqualTo(content);
            assertThat(sample.isEnded()).isFalse();
            assertThat(sample.trafficClass()).isEqualTo(TrafficClass.DEFAULT);
            assertThat(sample.announced()).isEqualTo(new Announcement(new Location("r", "z", "h-b"), false));

            pair.send(pair.a(), content);
            assertThat(sample.bytes())
                    .hasSize(SampledBeginning.MAX_BYTES)
                    .endsWith(Arrays.copyOf(content, SampledBeginning.MAX_BYTES - content.length));

            pair.send(pair.a(), content);
            assertThat(sample.bytes()).hasSize(SampledBeginning.MAX_BYTES);
            assertThat(sample.isEnded()).isFalse();
            assertThat(nodes.b().dictionaries().samples().get(0).bytes()).containsExactly(1, 2, 3);
        }
    }

    @Test
    void sample_isDiscarded_atOnce_whenThePeersBytesRevealTls() {
        try (TwoNodes nodes = new TwoNodes(PLAIN)) {
            TwoNodes.Pair pair = nodes.open();
            pair.send(pair.b(), new byte[] {1, 2, 3});
            Sample sample = nodes.b().dictionaries().samples().get(0);
            assertThat(sample.isDiscarded()).isFalse();

            pair.send(pair.a(), TLS);

            assertThat(sample.isDiscarded()).isTrue();
            assertThat(sample.isEnded()).isTrue();
        }
    }

    @Test
    void sample_isDiscarded_afterAReload_whileTheEarlierRuleStillEncodes() {
        try (TwoNodes nodes = new TwoNodes(PLAIN)) {
            List<Runnable> waiting = new ArrayList<>();
            nodes.workers(waiting::add);
            TwoNodes.Pair pair = nodes.open();
            pair.send(pair.a(), content);
            Sample sample = nodes.a().dictionaries().samples().get(0);
            assertThat(waiting).isNotEmpty(); // encodes
            nodes.a().apply("{codec: dense, level: 3}");

            pair.send(pair.a(), new byte[] {1, 2, 3});

            assertThat(sample.isDiscarded()).isTrue();
            assertThat(sample.bytes()).isEqualTo(content);
        }
    }

    @Test
    void sample_isDiscarded_whenContentBehindItIsForbidden() {
        try (TwoNodes nodes = new TwoNodes(PLAIN)) {
            TwoNodes.Pair pair = nodes.open();
            pair.send(pair.a(), content);
            pair.send(pair.a(), content);
            Sample sample = nodes.a().dictionaries().samples().get(0);
            assertThat(sample.bytes()).hasSize(SampledBeginning.MAX_BYTES);
            nodes.a().apply("{codec: dense, level: 3}");

            pair.send(pair.a(), content);

            assertThat(sample.isDiscarded()).isTrue();
        }
    }

    @Test
    void connection_whoseRuleForbidsIt_takesNoSample() {
        try (TwoNodes nodes = new TwoNodes(PLAIN)) {
            TwoNodes.Pair encrypted = nodes.open();
            encrypted.send(encrypted.a(), TLS);
            encrypted.send(encrypted.b(), content);
            TwoNodes.Pair ended = nodes.connect().open(Optional.of(RequestedTls.getDefaultInstance()));
            ended.send(ended.a(), content);
            ended.send(ended.b(), content);
            nodes.open(); // sends nothing

            assertThat(nodes.a().dictionaries().samples()).isEmpty();
            assertThat(nodes.b().dictionaries().samples()).isEmpty();
        }
    }

    @Test
    void sample_endsWithItsConnection() {
        try (TwoNodes nodes = new TwoNodes(RULE)) {
            TwoNodes.Pair pair = nodes.open();
            pair.send(pair.a(), content);

            pair.close();

            assertThat(nodes.a().dictionaries().samples().get(0).isEnded()).isTrue();
        }
    }

    @Test
    void connection_ofAPeerThatUsesNoDictionaries_isNotSampled() {
        try (TwoNodes nodes = new TwoNodes(RULE, "{codec: lz4}", true)) {
            TwoNodes.Pair pair = nodes.open();
            pair.send(pair.a(), content);

            assertThat(nodes.a().dictionaries().samples()).isEmpty();
        }
    }
}
