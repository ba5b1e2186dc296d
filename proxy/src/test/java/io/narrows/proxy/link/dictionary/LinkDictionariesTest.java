package io.narrows.proxy.link.dictionary;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.DictionaryTraining;
import io.narrows.codec.StreamDictionary;
import io.narrows.codec.dictionary.Dictionary;
import io.narrows.codec.dictionary.DictionaryName;
import io.narrows.config.PeerId;
import io.narrows.proxy.link.proto.HeldDictionaries;
import io.narrows.proxy.link.support.KeptDictionaries;
import io.narrows.proxy.link.support.Ledgers;
import io.narrows.proxy.link.support.Orders;
import io.narrows.proxy.memory.Purpose;
import io.narrows.proxy.meter.EventMeter;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class LinkDictionariesTest {
    private static final PeerId PEER = new PeerId("a");
    private static final String TARGET = "db";
    private static final List<Dictionary> DICTIONARIES = IntStream.range(0, LinkDictionaries.MOST_OFFERS + 1)
            .mapToObj(i -> KeptDictionaries.of(
                    "dictionary %d ".formatted(i).repeat(100).getBytes()))
            .toList();

    private static final Dictionary FRAMED = framed();

    private final KeptDictionaries store = new KeptDictionaries();
    private final OutgoingDictionary outgoing = new OutgoingDictionary(() -> 1);

    @AfterEach
    void close() {
        store.close();
    }

    private LinkDictionaries link() {
        return new LinkDictionaries(new PeerTransfers(
                PEER,
                store,
                outgoing,
                new IncomingDictionary(Ledgers.of(1 << 20).account(Purpose.HISTORY, PEER), () -> 1),
                new EventMeter().dictionaries(PEER),
                () -> true,
                Runnable::run));
    }

    private static Dictionary framed() {
        byte[] orders = Orders.of(new Random(1), 100_000);
        List<byte[]> reads = IntStream.range(0, 500)
                .mapToObj(i -> Arrays.copyOfRange(orders, 200 * i, 200 * (i + 1)))
                .toList();
        Dictionary dictionary = DictionaryTraining.train(reads, 16 << 10).orElseThrow();
        assertThat(dictionary.hasFrames()).isTrue();
        return dictionary;
    }

    private static ByteString hash(Dictionary dictionary) {
        return ByteString.copyFrom(dictionary.name().hash());
    }

    @Test
    void hello_offersTheFirstSixteen() {
        DICTIONARIES.forEach(store::receive);
        try (LinkDictionaries link = link()) {
            assertThat(link.offers().getNamesList())
                    .containsExactlyElementsOf(DICTIONARIES.subList(0, 16).stream()
                            .map(LinkDictionariesTest::hash)
                            .toList());
        }
    }

    @Test
    void ofDictionariesWhoseNamesBeginAlike_helloOffersTheFirstThatIsOpen() {
        List<Dictionary> alike = alike();
        alike.forEach(store::receive);
        try (LinkDictionaries link = link()) {
            assertThat(link.offers().getNamesList()).containsExactly(hash(alike.get(0)));
        }
        Objects.requireNonNull(store.byName(PEER, alike.get(0).name())).close();

        try (LinkDictionaries link = link()) {
            assertThat(link.offers().getNamesList()).containsExactly(hash(alike.get(1)));
        }
    }

    /** Returns two dictionaries whose names have the same first four bytes: about one of 80,000 has those of another one. */
    private static List<Dictionary> alike() {
        Map<Integer, Integer> byMark = new HashMap<>();
        for (int i = 0; ; i++) {
            Integer other = byMark.put(numbered(i).name().first(), i);
            if (other != null) {
                return List.of(numbered(other), numbered(i));
            }
        }
    }

    private static Dictionary numbered(int number) {
        return KeptDictionaries.of(
                ByteBuffer.allocate(Dictionary.MIN_BYTES).putInt(number).array());
    }

    @Test
    void namesOfOtherLengths_andBehindTheSixteenth_areIgnored() {
        try (LinkDictionaries link = link()) {
            HeldDictionaries.Builder hello = HeldDictionaries.newBuilder()
                    .addNames(hash(DICTIONARIES.get(16)).substring(1))
                    .addNames(ByteString.EMPTY);
            DICTIONARIES.forEach(dictionary -> hello.addNames(hash(dictionary)));

            link.offered(hello.build());

            List<DictionaryName> offered = DICTIONARIES.stream()
                    .map(Dictionary::name)
                    .filter(link::isOffered)
                    .toList();
            assertThat(offered)
                    .containsExactlyElementsOf(DICTIONARIES.subList(0, 14).stream()
                            .map(Dictionary::name)
                            .toList());
        }
    }

    @Test
    void hello_says_thatDictionariesWithFramesAreRead() {
        try (LinkDictionaries link = link()) {
            assertThat(link.offers().getWithFrames()).isTrue();
        }
    }

    @Test
    void hello_tellsTheStoreWhatThePeerReads() {
        try (LinkDictionaries link = link()) {
            link.offered(offer().setWithFrames(true).build());
            assertThat(store.readsFrames()).isTrue();

            link.offered(offer().build());
            assertThat(store.readsFrames()).isFalse();
        }
    }

    @Test
    void dictionaryWithFrames_whichThePeerReadsAndHas_isUsed() {
        store.send(TARGET, DICTIONARIES.get(0));
        store.send(TARGET, FRAMED);
        try (LinkDictionaries link = link()) {
            link.offered(offer(DICTIONARIES.get(0), FRAMED).setWithFrames(true).build());

            assertThat(first(link)).isEqualTo(FRAMED.name());
            assertThat(claim(link)).isNull();
        }
    }

    @Test
    void dictionaryWithFrames_whichThePeerReadsAndLacks_isSent_andTheOneBeforeUsed() {
        store.send(TARGET, DICTIONARIES.get(0));
        store.send(TARGET, FRAMED);
        try (LinkDictionaries link = link();
                LinkDictionaries ofEarlierRelease = link()) {
            link.offered(offer(DICTIONARIES.get(0)).setWithFrames(true).build());
            ofEarlierRelease.offered(offer(DICTIONARIES.get(0)).build());

            assertThat(first(link)).isEqualTo(DICTIONARIES.get(0).name());
            assertThat(claim(ofEarlierRelease)).isNull();
            assertThat(claim(link)).isEqualTo(FRAMED.name());
        }
    }

    /** It may have kept the bytes of one that a later release sent, before it was replaced by the earlier one. */
    @Test
    void dictionaryWithFrames_whichThePeerDoesNotRead_isNeitherUsedNorSent() {
        store.send(TARGET, DICTIONARIES.get(0));
        store.send(TARGET, FRAMED);
        try (LinkDictionaries link = link();
                LinkDictionaries later = link()) {
            link.offered(offer(FRAMED).build());
            later.offered(offer().setWithFrames(true).build());

            assertThat(first(link)).isNull();
            assertThat(claim(later)).isNull();
        }
    }

    /** An earlier release has replaced the one that began to receive it. */
    @Test
    void dictionaryWithFrames_thatWasSentInPart_yieldsToOneThatThePeerReads() {
        store.send("other", FRAMED);
        store.send(TARGET, DICTIONARIES.get(0));
        try (LinkDictionaries link = link()) {
            link.offered(offer().setWithFrames(true).build());
            link.connection("other", true, false).first(CodecSpec.of(Codec.DENSE));
            DictionaryTransfer sender = link.transfer(null, () -> true, null);
            assertThat(outgoing.claim(sender, link::peerReads)).isNotNull();
            outgoing.sent(sender, 1000);
            outgoing.lost(sender);
            assertThat(first(link)).isNull();
        }
        try (LinkDictionaries ofEarlierRelease = link()) {
            ofEarlierRelease.offered(offer().build());

            assertThat(first(ofEarlierRelease)).isNull();
            assertThat(claim(ofEarlierRelease)).isEqualTo(DICTIONARIES.get(0).name());
        }
    }

    private static HeldDictionaries.Builder offer(Dictionary... dictionaries) {
        HeldDictionaries.Builder hello = HeldDictionaries.newBuilder();
        for (Dictionary dictionary : dictionaries) {
            hello.addNames(hash(dictionary));
        }
        return hello;
    }

    /** Returns the dictionary with which the first context of a connection begins. */
    private static @Nullable DictionaryName first(LinkDictionaries link) {
        try (StreamDictionary first = link.connection(TARGET, true, false).first(CodecSpec.of(Codec.DENSE))) {
            return first == null ? null : first.name();
        }
    }

    /** Returns the dictionary that a link may send. */
    private static @Nullable DictionaryName claim(LinkDictionaries link) {
        OutgoingDictionary.Claim claim =
                link.peer().outgoing().claim(link.transfer(null, () -> true, null), link::peerReads);
        return claim == null ? null : claim.missing().dictionary().name();
    }
}
