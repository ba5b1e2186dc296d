package io.narrows.proxy.link.shared;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narrows.codec.Codecs;
import io.narrows.config.PeerId;
import io.narrows.proxy.link.shared.PlayedLink.End;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Links whose messages arrive late, in any order between links, or not at all. Every frame is decoded and compared. */
final class SharedHistoryTest {
    private static final PeerId PEER = new PeerId("peer");
    private static final int KIB = 1 << 10;

    private final Codecs codecs = Codecs.load();
    private final CountedMemory leftMemory = new CountedMemory();
    private final CountedMemory rightMemory = new CountedMemory();
    private final SharedHistories leftSide = new SharedHistories(peer -> leftMemory);
    private final SharedHistories rightSide = new SharedHistories(peer -> rightMemory);

    @Test
    void contentReceivedByOneLink_isHistoryForAnother() throws Exception {
        Random random = new Random(7);
        PlayedLink proposals = link();
        PlayedLink entries = link();
        warmUp(proposals, entries, random);
        long before = entries.right.coded;

        for (int i = 0; i < 100; i++) {
            byte[] proposal = noise(random, 2 * KIB);
            proposals.left.send(proposal, 0);
            arrive(proposals);
            entries.right.send(proposal, 0);
            arrive(entries);
        }

        assertThat(entries.right.coded - before).isLessThan(100 * 100);
        assertThat(proposals.left.coded).isGreaterThan(100 * 2 * KIB);
    }

    @Test
    void contentThatDidNotArriveYet_isNotReferredTo() throws Exception {
        Random random = new Random(7);
        PlayedLink proposals = link();
        PlayedLink entries = link();
        warmUp(proposals, entries, random);
        long before = entries.right.coded;
        byte[] proposal = noise(random, 8 * KIB);

        proposals.left.send(proposal, 0);
        entries.right.send(proposal, 0);
        arrive(entries);

        assertThat(entries.right.coded - before).isGreaterThan(8 * KIB);
    }

    @Test
    void contentReferencedInTransit_isKept() throws Exception {
        Random random = new Random(7);
        PlayedLink proposals = link();
        PlayedLink entries = link();
        warmUp(proposals, entries, random);
        byte[] proposal = noise(random, 2 * KIB);
        proposals.left.send(proposal, 0);
        arrive(proposals);
        long before = entries.right.coded;

        entries.right.send(proposal, 0);
        for (int i = 0; i < 200; i++) {
            proposals.left.send(noise(random, 8 * KIB), 0);
        }
        arrive(proposals);
        arrive(entries);

        assertThat(entries.right.coded - before).isLessThan(KIB);
    }

    @Test
    void linkThatIsSilent_holdsUpNobodyForLong() throws Exception {
        Random random = new Random(7);
        PlayedLink proposals = link();
        PlayedLink entries = link();
        warmUp(proposals, entries, random);

        for (int i = 0; i < 100; i++) {
            proposals.left.send(noise(random, 8 * KIB), 0);
            arrive(proposals);
        }
        assertThat(proposals.left.pauses).isEqualTo(1);
        proposals.right.lookAfter(0);
        entries.right.lookAfter(0);
        arrive(proposals);
        arrive(entries);
        proposals.left.send(noise(random, 8 * KIB), 0);
        proposals.left.pause();

        assertThat(proposals.left.pauses).isEqualTo(2);
    }

    @Test
    void memory_isGivenBackWithTheLinks() throws Exception {
        PlayedLink proposals = link();
        PlayedLink entries = link();
        warmUp(proposals, entries, new Random(7));
        proposals.left.send(noise(new Random(8), KIB), 0);
        arrive(proposals);
        assertThat(proposals.left.memoryBytes()).isEqualTo(2 * HistoryBuffer.CAPACITY);
        assertThat(proposals.right.memoryBytes()).isEqualTo(HistoryBuffer.CAPACITY);
        assertAllIsCounted(proposals, entries);

        proposals.cut(proposals.left);
        proposals.cut(proposals.right);
        assertThat(entries.left.memoryBytes()).isEqualTo(3 * HistoryBuffer.CAPACITY);
        entries.right.lookAfter(0);
        arrive(entries);
        assertThat(entries.left.memoryBytes()).isEqualTo(2 * HistoryBuffer.CAPACITY);
        assertAllIsCounted(proposals, entries);
        entries.cut(entries.left);
        entries.cut(entries.right);

        assertThat(entries.left.memoryBytes() + entries.right.memoryBytes()).isZero();
        assertThat(proposals.left.memoryBytes() + proposals.right.memoryBytes()).isZero();
        assertAllIsCounted(proposals, entries);
    }

    private void assertAllIsCounted(PlayedLink one, PlayedLink two) {
        assertThat(leftMemory.used()).isEqualTo(one.left.memoryBytes() + two.left.memoryBytes());
        assertThat(rightMemory.used()).isEqualTo(one.right.memoryBytes() + two.right.memoryBytes());
    }

    @Test
    void streamThatNobodyReads_takesNoMemory() throws Exception {
        PlayedLink proposals = link();
        PlayedLink entries = link();
        warmUp(proposals, entries, new Random(7));
        proposals.left.send(noise(new Random(8), KIB), 0);
        assertThat(leftMemory.used()).isEqualTo(4 * HistoryBuffer.CAPACITY);

        entries.left.finish();
        proposals.left.finish();
        proposals.left.send(noise(new Random(9), KIB), 0);

        assertThat(leftMemory.used()).isZero();
    }

    @Test
    void senderWithoutMemory_keepsNothing_untilThereIsSome() throws Exception {
        Random random = new Random(7);
        PlayedLink proposals = link();
        PlayedLink entries = link();
        leftMemory.limit(0);
        warmUp(proposals, entries, random);
        say(proposals, entries, 100, random);
        assertThat(proposals.left.pauses).isEqualTo(1);
        assertThat(entries.right.learnt).isZero();
        assertThat(leftMemory.used()).isZero();

        leftMemory.limit(Long.MAX_VALUE);
        say(proposals, entries, 10, random);

        assertThat(entries.right.learnt).isPositive();
        assertThat(proposals.left.pauses).isEqualTo(1);
    }

    @Test
    void receiverWithoutMemory_learnsNothing_untilThereIsSome() throws Exception {
        Random random = new Random(7);
        PlayedLink proposals = link();
        PlayedLink entries = link();
        rightMemory.limit(0);
        warmUp(proposals, entries, random);
        say(proposals, entries, 100, random);
        assertThat(entries.right.learnt).isZero();
        assertThat(rightMemory.used()).isZero();

        rightMemory.limit(Long.MAX_VALUE);
        say(proposals, entries, 300, random);

        assertThat(entries.right.learnt).isPositive();
    }

    /** Sends proposals to the right-hand end, which answers each with an entry. */
    private static void say(PlayedLink proposals, PlayedLink entries, int times, Random random) throws Exception {
        for (int i = 0; i < times; i++) {
            proposals.left.send(noise(random, 2 * KIB), 0);
            arrive(proposals);
            entries.right.send(noise(random, 2 * KIB), 0);
            arrive(entries);
        }
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2})
    void anyOrder_isDecoded(long seed) throws Exception {
        rightMemory.limit(4 * HistoryBuffer.CAPACITY);
        Random random = new Random(seed);
        List<PlayedLink> links = new ArrayList<>();
        List<byte[]> said = new ArrayList<>();
        long learnt = 0;

        for (int step = 0; step < 3_000; step++) {
            if (links.size() < 3 || links.size() < 12 && random.nextInt(400) == 0) {
                links.add(link());
            }
            PlayedLink link = links.get(random.nextInt(links.size()));
            End end = random.nextBoolean() ? link.left : link.right;
            int what = random.nextInt(1000);
            if (end.cut()) {
                PlayedLink gone = link;
                gone.cut(gone.left);
                gone.cut(gone.right);
                learnt += gone.left.learnt + gone.right.learnt;
                links.remove(gone);
            } else if (what < 2) {
                link.cut(end);
            } else if (what < 4) {
                end.pause();
            } else if (what < 14) {
                end.lookAfter(step);
            } else if (what < 500) {
                end.send(content(random, said), step);
            } else {
                for (int i = random.nextInt(30); i >= 0; i--) {
                    end.deliver();
                }
            }
        }

        assertThat(learnt
                        + links.stream()
                                .mapToLong(each -> each.left.learnt + each.right.learnt)
                                .sum())
                .isGreaterThan(64 * KIB);
        for (PlayedLink link : links) {
            link.cut(link.left);
            link.cut(link.right);
        }
        assertThat(leftMemory.used() + rightMemory.used()).isZero();
    }

    @Test
    void referenceBeyondWhatWasSent_isRefused() throws Exception {
        PeerHistory peer = leftSide.of(PEER);
        HistoryProvider provider = new HistoryProvider(peer, Runnable::run, new Silence());
        peer.add(provider);
        SentHistory sent = new SentHistory(peer, new Silence());
        sent.sends(Unpooled.wrappedBuffer(new byte[SentHistory.WORTHWHILE]));

        assertThat(provider.taught(1, 100)).hasSize(100);
        assertThatThrownBy(() -> provider.taught(1, SentHistory.WORTHWHILE))
                .isInstanceOf(HistoryException.class)
                .hasMessage("the peer requests 16384 bytes at position 100 of a stream"
                        + " (expected: 1 or more, ending at most at 16384)");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, 2})
    void referenceFromNowhere_isRefused(int source) {
        HistoryProvider provider = new HistoryProvider(leftSide.of(PEER), Runnable::run, new Silence());

        assertThatThrownBy(() -> provider.taught(source, 1))
                .isInstanceOf(HistoryException.class)
                .hasMessage("source " + source + " was not offered or is already released");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, 1})
    void referenceOfAStreamWithoutBytes_isRefused(int length) {
        PeerHistory peer = leftSide.of(PEER);
        HistoryProvider provider = new HistoryProvider(peer, Runnable::run, new Silence());
        peer.add(provider);
        peer.send();

        assertThatThrownBy(() -> provider.taught(1, length)).isInstanceOf(HistoryException.class);
    }

    @Test
    void referenceOfASourceThatWasGivenBack_isRefused() throws Exception {
        PeerHistory peer = leftSide.of(PEER);
        HistoryProvider provider = new HistoryProvider(peer, Runnable::run, new Silence());
        peer.add(provider);
        new SentHistory(peer, new Silence()).sends(Unpooled.wrappedBuffer(new byte[SentHistory.WORTHWHILE]));
        provider.returned(1);

        assertThatThrownBy(() -> provider.taught(1, 100))
                .isInstanceOf(HistoryException.class)
                .hasMessage("source 1 was not offered or is already released");
        assertThatThrownBy(() -> provider.returned(1)).isInstanceOf(HistoryException.class);
        assertThat(leftMemory.used()).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, 1 << 27})
    void offerThatNoReferenceCanName_isRefused(int source) {
        HistoryConsumer consumer = new HistoryConsumer(leftSide.of(PEER), new Silence());
        consumer.references(SentHistory.WORTHWHILE, 0);

        assertThatThrownBy(() -> consumer.offered(source, 5, 0, 0))
                .isInstanceOf(HistoryException.class)
                .hasMessage("offer " + source + " (expected: 1-134217727)");
    }

    @Test
    void moreOffersThanThereMayBe_areRefused() throws Exception {
        HistoryConsumer consumer = new HistoryConsumer(leftSide.of(PEER), new Silence());
        consumer.references(SentHistory.WORTHWHILE, 0);
        for (int source = 1; source <= 8; source++) {
            consumer.offered(source, source, Long.MAX_VALUE, 0);
        }

        assertThatThrownBy(() -> consumer.offered(9, 9, 0, 0)).isInstanceOf(HistoryException.class);
        assertThat(consumer.references(KIB, 0)).isEmpty();
    }

    @Test
    void unrequestedOffer_isRefused() {
        HistoryConsumer consumer = new HistoryConsumer(leftSide.of(PEER), new Silence());

        assertThatThrownBy(() -> consumer.offered(1, 5, 0, 0))
                .isInstanceOf(HistoryException.class)
                .hasMessage("unexpected offer 1 of a stream from position 0 (open offers: []; none was requested)");
    }

    @Test
    void streamOfAnotherLink_isRefused() throws Exception {
        new ReceivedHistory(leftSide.of(PEER)).kept(5, false);

        assertThatThrownBy(() -> new ReceivedHistory(leftSide.of(PEER)).kept(5, false))
                .isInstanceOf(HistoryException.class)
                .hasMessage("stream 0000000000000005 is kept by another link");
    }

    @Test
    void peers_shareNothing() throws Exception {
        new ReceivedHistory(leftSide.of(new PeerId("b"))).kept(5, false);

        assertThat(leftSide.of(new PeerId("c")).received(5)).isNull();
    }

    private PlayedLink link() {
        return new PlayedLink(codecs, leftSide, rightSide);
    }

    /** Makes both links share history, in both directions. */
    private static void warmUp(PlayedLink one, PlayedLink two, Random random) throws Exception {
        for (int i = 0; i < 3; i++) {
            for (PlayedLink link : List.of(one, two)) {
                link.left.send(noise(random, 40 * KIB), 0);
                link.right.send(noise(random, 40 * KIB), 0);
            }
        }
        arrive(one);
        arrive(two);
        arrive(one);
        two.left.send(noise(random, 2 * KIB), 0);
        two.right.send(noise(random, 2 * KIB), 0);
        arrive(two);
    }

    private static void arrive(PlayedLink link) throws Exception {
        while (link.onTheWay() > 0) {
            link.left.deliver();
            link.right.deliver();
        }
    }

    private static byte[] noise(Random random, int length) {
        byte[] content = new byte[length];
        random.nextBytes(content);
        return content;
    }

    /** Returns content that often repeats an earlier message. */
    private static byte[] content(Random random, List<byte[]> said) {
        if (!said.isEmpty() && random.nextInt(3) > 0) {
            return said.get(random.nextInt(said.size()));
        }
        byte[] content = noise(random, 1 + random.nextInt(random.nextInt(20) == 0 ? 64 * KIB : 4 * KIB));
        if (said.size() < 200) {
            said.add(content);
        } else {
            said.set(random.nextInt(said.size()), content);
        }
        return content;
    }
}
