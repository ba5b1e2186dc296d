package io.narrows.proxy.link.receive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.ContextSizes;
import io.narrows.config.PeerId;
import io.narrows.proxy.link.context.ContextWindows;
import io.narrows.proxy.link.context.ShortOfMemoryException;
import io.narrows.proxy.link.frame.CorruptFrameException;
import io.narrows.proxy.link.proto.ContextWindow;
import io.narrows.proxy.link.support.Ledgers;
import io.narrows.proxy.memory.Account;
import io.narrows.proxy.memory.MemoryLedger;
import io.narrows.proxy.memory.MemoryPool;
import io.narrows.proxy.memory.Purpose;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

/** Grants to several peers from one ledger. Peers obey immediately unless a test says otherwise. */
final class ReceivingGrantsTest {
    private static final CodecSpec DENSE = CodecSpec.of(Codec.DENSE, 2);

    private final MemoryLedger ledger = Ledgers.of(256L << 20);
    private final MemoryPool pool = ledger.pool(Purpose.RECEIVING);
    private final List<ReceivingGrants> links = new ArrayList<>();
    private long now;

    @Test
    void threePeersWithFortyLinks_shareWhatThereIs() throws Exception {
        for (int link = 0; link < 40; link++) {
            for (String peer : List.of("a", "b", "c")) {
                want(peer);
            }
        }
        settle();

        assertThat(pool.usedBytes()).isLessThanOrEqualTo(pool.limitBytes());
        assertThat(links).allMatch(link -> link.windowLog(Codec.DENSE) >= 14);
        for (String peer : List.of("b", "c")) {
            assertThat(used(peer)).isCloseTo(used("a"), Percentage.withPercentage(10));
        }
    }

    @Test
    void greedyPeer_doesNotTakeWhatAnotherNeeds() throws Exception {
        for (int link = 0; link < 100; link++) {
            want("greedy");
        }
        ReceivingGrants modest = want("modest");
        settle();

        assertThat(modest.windowLog(Codec.DENSE)).isEqualTo(22);
        assertThat(links.get(0).windowLog(Codec.DENSE)).isBetween(14, 19);
    }

    @Test
    void windowsGrowAgain_whenLinksHaveEnded() throws Exception {
        for (int link = 0; link < 40; link++) {
            want("a");
        }
        settle();
        int before = links.get(0).windowLog(Codec.DENSE);

        links.subList(4, 40).forEach(ReceivingGrants::close);
        links.subList(4, 40).clear();
        settle();

        assertThat(before).isLessThan(22);
        assertThat(links).allMatch(link -> link.windowLog(Codec.DENSE) == 22);
    }

    @Test
    void loweredGrant_holdsUntilThePeerObeys() throws Exception {
        ReceivingGrants first = want("a");
        for (int link = 0; link < 40; link++) {
            want("a");
        }
        long held = ContextSizes.decoder(DENSE);

        ContextWindow lowered = first.lookAfter(now).get(0);
        assertThat(lowered.getWindowLog()).isLessThan(22);
        assertThat(first.bytes(Codec.DENSE)).isEqualTo(held);

        obey(first, lowered);
        assertThat(first.bytes(Codec.DENSE)).isLessThan(held);
    }

    @Test
    void answerToAnEarlierGrant_givesNothingBack() throws Exception {
        ReceivingGrants first = want("a");
        for (int link = 0; link < 40; link++) {
            want("a");
        }
        ContextWindow earlier = first.lookAfter(now).get(0);
        obey(first, earlier);
        for (int link = 0; link < 400; link++) {
            want("a");
        }
        ContextWindow later = first.lookAfter(now).get(0);
        long held = first.bytes(Codec.DENSE);

        obey(first, earlier);
        assertThat(first.bytes(Codec.DENSE)).isEqualTo(held);

        obey(first, later);
        assertThat(first.bytes(Codec.DENSE)).isLessThan(held);
    }

    @Test
    void peerThatHasReadALoweredGrant_andDoesNotObey_isCut() throws Exception {
        ReceivingGrants first = want("a");
        for (int link = 0; link < 40; link++) {
            want("a");
        }
        int lowering = first.lookAfter(now).get(0).getLowering();

        now += TimeUnit.HOURS.toNanos(1);
        assertThat(first.lookAfter(now)).as("its application does not read").isEmpty();
        first.read(lowering, now);
        now += TimeUnit.SECONDS.toNanos(29);
        assertThat(first.lookAfter(now)).isEmpty();
        now += TimeUnit.SECONDS.toNanos(2);
        assertThatThrownBy(() -> first.lookAfter(now)).isInstanceOf(ShortOfMemoryException.class);
    }

    @Test
    void requestBehindALoweredGrant_isAnsweredWhenThePeerObeys() throws Exception {
        ReceivingGrants first = want("a");
        for (int link = 0; link < 40; link++) {
            want("a");
        }
        ContextWindow lowered = first.lookAfter(now).get(0);
        ContextWindow request =
                ContextWindows.of(DENSE, 22).toBuilder().setRequest(1).build();

        assertThat(first.wanted(request, now)).isNull();
        ContextWindow answer = first.wanted(
                request.toBuilder().setLowering(lowered.getLowering()).build(), now);

        assertThat(answer.getRequest()).isEqualTo(1);
        assertThat(answer.getWindowLog())
                .isEqualTo(first.windowLog(Codec.DENSE))
                .isPositive();
    }

    @Test
    void smallerWish_givesBackTheRest_whenThePeerObeys() throws Exception {
        ReceivingGrants link = want("a");
        CodecSpec less = DENSE.withWindowLog(17);

        ContextWindow answer = link.wanted(ContextWindows.of(less, 17), now);
        assertThat(link.bytes(Codec.DENSE)).isEqualTo(ContextSizes.decoder(DENSE));
        link.wanted(
                ContextWindows.of(less, 17).toBuilder()
                        .setLowering(answer.getLowering())
                        .build(),
                now);

        assertThat(link.bytes(Codec.DENSE)).isEqualTo(ContextSizes.decoder(less));
        assertThat(pool.usedBytes()).isEqualTo(ContextSizes.decoder(less));
    }

    @Test
    void evictedContexts_areNoReasonToEvictOthers() throws Exception {
        for (int link = 0; link < 400; link++) {
            want("a");
        }
        settle();
        assertThat(account("a").crowded()).isTrue();

        now += TimeUnit.SECONDS.toNanos(10);
        settle();

        assertThat(account("a").crowded()).isFalse();
        assertThat(links).anyMatch(link -> link.windowLog(Codec.DENSE) > 0);
    }

    @Test
    void contextsThatAreNotUsed_goWhereNotAllFit() throws Exception {
        for (int link = 0; link < 200; link++) {
            want("a");
        }
        settle();
        now += TimeUnit.SECONDS.toNanos(10);
        ReceivingGrants busy = links.get(199);
        busy.used(Codec.DENSE, now);
        settle();

        assertThat(account("a").evictions()).isPositive();
        busy.wanted(ContextWindows.of(DENSE, 22), now);
        assertThat(busy.windowLog(Codec.DENSE)).isPositive();
    }

    @Test
    void contextOfAWindowAboveTheLimit_isGivenUpAsAnyOther() throws Exception {
        CodecSpec large = CodecSpec.of(Codec.ZSTD, 3).withWindowLog(24);
        ReceivingGrants idle = new ReceivingGrants(account("a"), false);
        idle.wanted(ContextWindows.of(large, 24), now);
        for (int link = 0; link < 400; link++) {
            want("a");
        }
        now += TimeUnit.SECONDS.toNanos(10);
        ContextWindow evicted = idle.lookAfter(now).get(0);

        ContextWindow answer = idle.wanted(
                ContextWindows.of(large, 24).toBuilder()
                        .setLowering(evicted.getLowering())
                        .build(),
                now);

        assertThat(evicted.getWindowLog()).isZero();
        assertThat(answer).isNull();
        assertThat(idle.bytes(Codec.ZSTD)).isZero();
    }

    @Test
    void everythingIsGivenBack() throws Exception {
        for (int link = 0; link < 10; link++) {
            want("a");
        }
        settle();

        links.forEach(ReceivingGrants::close);

        assertThat(pool.usedBytes()).isZero();
        assertThat(pool.heapUsedBytes()).isZero();
        assertThat(account("a").windowLimitLog()).isEqualTo(27);
    }

    private ReceivingGrants want(String peer) throws CorruptFrameException {
        ReceivingGrants link = new ReceivingGrants(account(peer), false);
        links.add(link);
        link.wanted(ContextWindows.of(DENSE, 22), now);
        return link;
    }

    /** Runs enough rounds of all links for their grants to settle. */
    private void settle() throws CorruptFrameException {
        for (int round = 0; round < 20; round++) {
            for (ReceivingGrants link : links) {
                for (ContextWindow told : link.lookAfter(now)) {
                    obey(link, told);
                }
            }
        }
    }

    /** Obeys a grant. Only lowered grants are answered. */
    private void obey(ReceivingGrants link, ContextWindow grant) throws CorruptFrameException {
        if (grant.getLowering() != 0) {
            ContextWindow want = ContextWindows.of(DENSE, 22);
            link.wanted(want.toBuilder().setLowering(grant.getLowering()).build(), now);
        }
    }

    private long used(String peer) {
        return account(peer).usedBytes();
    }

    private Account account(String peer) {
        return ledger.account(Purpose.RECEIVING, new PeerId(peer));
    }
}
