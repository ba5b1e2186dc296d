package io.narrows.proxy.link.dictionary;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.Codecs;
import io.narrows.codec.DictionaryTraining;
import io.narrows.codec.StreamDictionary;
import io.narrows.codec.StreamEncoder;
import io.narrows.codec.dictionary.Dictionary;
import io.narrows.config.PeerId;
import io.narrows.proxy.link.LinkState;
import io.narrows.proxy.link.frame.FrameChecksum;
import io.narrows.proxy.link.frame.FrameDescriptor;
import io.narrows.proxy.link.proto.RequestedTls;
import io.narrows.proxy.link.support.KeptDictionaries;
import io.narrows.proxy.link.support.Orders;
import io.narrows.proxy.link.support.TwoNodes;
import io.narrows.proxy.link.support.WireBytes;
import io.narrows.proxy.meter.ReasonCount;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Links whose first contexts begin with dictionaries that both ends have. */
final class DictionaryContextsTest {
    private static final byte[] ORDERS = Orders.of(new Random(1), 60_000);
    private static final Dictionary DICTIONARY = KeptDictionaries.of(ORDERS);
    private static final Dictionary OTHER = KeptDictionaries.of(Orders.of(new Random(2), 60_000));
    private static final byte[] CONTENT = Arrays.copyOfRange(ORDERS, 57_000, 59_000);

    /** Needs no digest of the dictionary, so that the first connection begins with it. */
    private static final String LZ4HC = "{codec: lz4hc, dictionary: plain}";

    /** Returns nodes that both have the dictionary of what {@code a} sends. */
    private static TwoNodes nodes(String rule) {
        TwoNodes nodes = new TwoNodes(rule);
        nodes.a().dictionaries().send(TwoNodes.TARGET, DICTIONARY);
        nodes.b().dictionaries().receive(DICTIONARY);
        return nodes;
    }

    private static TwoNodes.Pair carried(TwoNodes nodes) {
        TwoNodes.Pair pair = nodes.open();
        pair.send(pair.a(), CONTENT);
        pair.send(pair.b(), CONTENT);
        assertThat(pair.b().received()).isEqualTo(CONTENT);
        assertThat(pair.a().received()).isEqualTo(CONTENT);
        return pair;
    }

    @ParameterizedTest
    @EnumSource(names = {"LZ4", "LZ4HC", "ZSTD", "DENSE"})
    void firstContext_beginsWithTheDictionary(Codec codec) {
        try (TwoNodes without = nodes("{codec: %s}".formatted(codec.label()));
                TwoNodes with = nodes("{codec: %s, dictionary: plain}".formatted(codec.label()))) {
            carried(with); // digests the dictionary for lz4 and zstd
            long before = with.a().dictionaryContexts();

            long bytes = carried(with).bytes();

            assertThat(with.a().dictionaryContexts()).isEqualTo(before + 1);
            assertThat(with.b().dictionaryContexts()).isZero();
            assertThat(bytes).isLessThan(carried(without).bytes() - 300);
            assertThat(without.a().dictionaryContexts()).isZero();
        }
    }

    @Test
    void firstContextOfDense_beginsFromTheFramesOfTheDictionary() {
        List<byte[]> reads = IntStream.range(0, 300)
                .mapToObj(i -> Arrays.copyOfRange(ORDERS, 200 * i, 200 * (i + 1)))
                .toList();
        Dictionary framed = DictionaryTraining.train(reads, 32 << 10).orElseThrow();
        Dictionary shared = KeptDictionaries.of(bytes(framed.shared()));
        long withFrames = bytesOfDense(framed);

        assertThat(framed.hasFrames()).isTrue();
        assertThat(withFrames).isLessThan(bytesOfDense(shared));
    }

    private static byte[] bytes(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(bytes);
        return bytes;
    }

    private static long bytesOfDense(Dictionary dictionary) {
        try (TwoNodes nodes = new TwoNodes("{codec: dense, dictionary: plain}")) {
            nodes.a().dictionaries().send(TwoNodes.TARGET, dictionary);
            nodes.b().dictionaries().receive(dictionary);
            long bytes = carried(nodes).bytes();
            assertThat(nodes.a().dictionaryContexts()).isOne();
            return bytes;
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"LZ4", "ZSTD"})
    void contextThatNeedsADigest_beginsEmpty_untilThereIsOne(Codec codec) {
        try (TwoNodes nodes = nodes("{codec: %s, dictionary: plain}".formatted(codec.label()))) {
            carried(nodes);
            assertThat(nodes.a().dictionaryContexts()).isZero();
            carried(nodes);
            assertThat(nodes.a().dictionaryContexts()).isOne();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"LZ4", "ZSTD"})
    void contextThatNeedsADigest_beginsEmpty_ifThereIsNoMemoryForOne(Codec codec) {
        try (TwoNodes nodes = nodes("{codec: %s, dictionary: plain}".formatted(codec.label()))) {
            nodes.a().dictionaries().withoutDigests();
            carried(nodes);
            carried(nodes);
            assertThat(nodes.a().dictionaryContexts()).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"LZ4", "LZ4HC", "ZSTD", "DENSE"})
    void laterContexts_beginEmpty(Codec codec) {
        try (TwoNodes nodes = nodes("{codec: %s, dictionary: plain}".formatted(codec.label()))) {
            carried(nodes);
            TwoNodes.Pair pair = carried(nodes);
            long before = nodes.a().dictionaryContexts();

            nodes.pass(1);
            pair.a().link().releaseIfIdleFor(0);
            pair.send(pair.a(), CONTENT);

            assertThat(Arrays.copyOfRange(pair.b().received(), CONTENT.length, 2 * CONTENT.length))
                    .isEqualTo(CONTENT);
            assertThat(nodes.a().dictionaryContexts()).isEqualTo(before);
        }
    }

    @Test
    void dictionaryThatWasOffered_isHeld_whenItIsDropped() {
        try (TwoNodes nodes = nodes(LZ4HC)) {
            TwoNodes.Pair pair = nodes.open();
            nodes.b().dictionaries().drop();

            pair.send(pair.a(), CONTENT);

            assertThat(pair.b().received()).isEqualTo(CONTENT);
            assertThat(nodes.a().dictionaryContexts()).isOne();
        }
    }

    @Test
    void dictionaryBeforeTheLatest_isUsed_untilThePeerHasThat() {
        try (TwoNodes nodes = nodes(LZ4HC)) {
            nodes.a().dictionaries().send(TwoNodes.TARGET, OTHER);

            TwoNodes.Pair pair = carried(nodes);
            assertThat(nodes.a().dictionaryContexts()).isOne();

            for (int i = 0; i < 20; i++) {
                pair.tick();
            }
            carried(nodes);
            assertThat(nodes.b().dictionaries().learned()).hasSize(1);
            assertThat(nodes.a().dictionaryContexts()).isEqualTo(2);
        }
    }

    @Test
    void dictionaryThatThePeerLacks_isNotUsed() {
        try (TwoNodes nodes = nodes(LZ4HC)) {
            nodes.b().dictionaries().drop();
            nodes.a().dictionaries().send(TwoNodes.TARGET, OTHER);
            carried(nodes);
            assertThat(nodes.a().dictionaryContexts()).isZero();
        }
    }

    @Test
    void peerWhoseRulesUseNone_getsNone() {
        try (TwoNodes nodes = new TwoNodes(LZ4HC, "{codec: lz4hc}", true)) {
            nodes.a().dictionaries().send(TwoNodes.TARGET, DICTIONARY);
            nodes.b().dictionaries().receive(DICTIONARY);
            carried(nodes);
            assertThat(nodes.a().dictionaryContexts()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"plain", "all"})
    void connectionWhoseTlsTheSidecarsEnd_beginsWithTheDictionary_onlyIfTheRuleSaysAll(String use) {
        try (TwoNodes nodes = nodes("{codec: lz4hc, dictionary: %s}".formatted(use))) {
            TwoNodes.Pair pair = nodes.connect().open(Optional.of(RequestedTls.getDefaultInstance()));
            pair.send(pair.a(), CONTENT);

            assertThat(pair.b().received()).isEqualTo(CONTENT);
            assertThat(nodes.a().dictionaryContexts()).isEqualTo(use.equals("all") ? 1 : 0);
        }
    }

    @Test
    void stateOfAnEarlierContext_isPreferredToTheDictionary() {
        try (TwoNodes nodes = nodes("{codec: dense, level: 1, primed: plain, dictionary: plain}")) {
            carried(nodes).finish();
            carried(nodes);

            assertThat(nodes.a().dictionaryContexts()).isOne();
            assertThat(nodes.a().events().primedContexts(new PeerId("b")).sum()).isOne();
        }
    }

    @Test
    void contextWithADictionaryThatWasNotOffered_endsItsLink() throws Exception {
        try (TwoNodes nodes = nodes(LZ4HC);
                StreamDictionary other = Codecs.load().dictionary(OTHER);
                StreamEncoder encoder = Codecs.load().streamEncoder(CodecSpec.of(Codec.LZ4HC), other)) {
            TwoNodes.Pair pair = nodes.open();
            ByteBuffer frame = ByteBuffer.allocate(encoder.maxFrameLength(CONTENT.length));
            encoder.encode(ByteBuffer.wrap(CONTENT), frame);

            pair.inject(WireBytes.contentFrame(
                    FrameDescriptor.data(Codec.LZ4HC, true),
                    Arrays.copyOf(frame.array(), frame.position()),
                    new FrameChecksum().update(CONTENT).value()));

            assertThat(pair.b().link().state()).isEqualTo(LinkState.CLOSED);
            assertThat(nodes.b().events().failureCounts())
                    .containsExactly(new ReasonCount("corrupt-frame", new PeerId("a"), 1));
        }
    }
}
