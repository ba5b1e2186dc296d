package io.narrows.proxy.link.receive;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.ContextSizes;
import io.narrows.codec.ContextStep;
import io.narrows.codec.ContextSteps;
import io.narrows.config.PeerId;
import io.narrows.proxy.link.context.ContextWindows;
import io.narrows.proxy.link.frame.CorruptFrameException;
import io.narrows.proxy.link.proto.ContextWindow;
import io.narrows.proxy.link.support.Ledgers;
import io.narrows.proxy.memory.MemoryLedger;
import io.narrows.proxy.memory.MemoryPool;
import io.narrows.proxy.memory.Purpose;
import io.narrows.proxy.memory.WindowCosts;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Grants in steps of memory, to peers with three links each. Peers obey immediately. */
final class ReceivingStepsTest {
    private static final CodecSpec DENSE = CodecSpec.of(Codec.DENSE, 2);
    private static final List<ContextStep> STEPS = ContextSteps.of(DENSE);
    private static final long WHOLE = ContextSizes.decoder(DENSE);

    private final MemoryLedger ledger = Ledgers.of(256L << 20);
    private final MemoryPool pool = ledger.pool(Purpose.RECEIVING);
    private final List<ReceivingGrants> links = new ArrayList<>();
    private final Map<ReceivingGrants, Long> asked = new HashMap<>();
    private int requests;

    @Test
    void whileMemoryIsFree_everyLinkGetsAllThatItsWindowNeeds() throws Exception {
        for (int i = 0; i < 8; i++) {
            assertThat(want(link(i), step(0)).getMemory()).isEqualTo(WHOLE);
        }
    }

    @Test
    void threeHundredQuietLinks_haveRoom_andABusyOneGetsMore() throws Exception {
        for (int i = 0; i < 300; i++) {
            want(link(i / 3), step(0));
            if (i % 20 == 0) {
                settle();
            }
        }
        settle();
        assertThat(links).allMatch(link -> link.bytes(Codec.DENSE) >= step(0));
        assertThat(pool.usedBytes()).as("five eighths").isLessThanOrEqualTo(pool.limitBytes() / 8 * 5);

        ReceivingGrants busy = links.get(100);
        want(busy, WHOLE);
        settle();

        assertThat(busy.bytes(Codec.DENSE)).isGreaterThan(ContextSizes.decoder(DENSE.withWindowLog(20)));
        assertThat(busy.windowLog(Codec.DENSE)).isGreaterThanOrEqualTo(20);
        assertThat(links).allMatch(link -> link.bytes(Codec.DENSE) >= step(0));
    }

    @Test
    void whereNotAllGetTheSecondStepInAdvance_thoseThatCameFirstKeepIt() throws Exception {
        for (int i = 0; i < 80; i++) {
            want(link(i), step(0));
            settle();
        }

        assertThat(links.stream().filter(link -> link.bytes(Codec.DENSE) == step(1)))
                .hasSizeGreaterThan(55);
        assertThat(links).allMatch(link -> link.bytes(Codec.DENSE) >= step(0));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 10})
    void manyBusyLinks_getTheSmallestWindow_asFarAsThereIsMemory_andTheOthersTheFirstStep(int peers) throws Exception {
        long smallest = ContextSizes.decoder(DENSE.withWindowLog(WindowCosts.SMALLEST_LOG));
        for (int i = 0; i < 200; i++) {
            want(link(i % peers), step(0));
            settle();
            want(links.get(i), WHOLE);
            settle();
        }

        assertThat(links).allMatch(link -> link.bytes(Codec.DENSE) >= step(0));
        assertThat(links)
                .extracting(link -> link.windowLog(Codec.DENSE))
                .as("those of up to 128 KiB take as much")
                .allMatch(log -> log <= 17);
        long left = pool.limitBytes() / 5 * 4 - 200 * step(0);
        assertThat(links.stream().filter(link -> link.bytes(Codec.DENSE) == smallest))
                .hasSizeGreaterThanOrEqualTo((int) (left / (smallest - step(0))) - 3);
    }

    @Test
    void whileAPeerObeys_noOtherLinkGivesBackWhatIsFreedSoon() throws Exception {
        for (int i = 0; i < 200; i++) {
            want(link(0), WHOLE);
            settle();
        }
        for (int i = 0; i < 3; i++) {
            want(link(0), WHOLE);
        }

        assertThat(lowered(0)).isBetween(1, 12);
    }

    @Test
    void peerThatDoesNotAnswer_isExpectedToGiveBackForSecondsOnly() throws Exception {
        for (int i = 0; i < 200; i++) {
            want(link(0), WHOLE);
            settle();
        }
        for (int i = 0; i < 3; i++) {
            want(link(0), WHOLE);
        }
        long soon = 1_000_000_000L;
        long later = 7_000_000_000L;
        int first = lowered(soon);
        assertThat(lowered(soon)).isZero();

        assertThat(lowered(later) + lowered(later)).isBetween(1, first);
    }

    private int lowered(long now) throws Exception {
        int lowered = 0;
        for (ReceivingGrants link : links) {
            lowered += link.lookAfter(now).size();
        }
        return lowered;
    }

    @Test
    void linkThatNeedsLess_keepsItsMemory_untilOthersNeedIt() throws Exception {
        ReceivingGrants first = link(0);
        want(first, WHOLE);

        assertThat(want(first, step(0)).getMemory()).isEqualTo(WHOLE);
        assertThat(first.lookAfter(0)).isEmpty();
        for (int i = 1; i < 40; i++) {
            want(link(i), WHOLE);
        }

        ContextWindow lowered = first.lookAfter(0).get(0);
        assertThat(lowered.getLowering()).isPositive();
        assertThat(lowered.getMemory()).isEqualTo(step(0));
        assertThat(first.bytes(Codec.DENSE)).as("until the peer obeys").isEqualTo(WHOLE);
        obey(first, lowered);
        assertThat(first.bytes(Codec.DENSE)).isEqualTo(step(0));
    }

    @Test
    void afterALowering_nothingIsGrantedInAdvanceForTenSeconds() throws Exception {
        ReceivingGrants first = link(0);
        want(first, step(0));
        for (int i = 1; i < 10; i++) {
            want(link(0), step(0));
        }
        ContextWindow lowered = first.lookAfter(0).get(0);
        assertThat(lowered.getMemory()).isEqualTo(step(1));
        obey(first, lowered);
        links.subList(1, 10).forEach(ReceivingGrants::close);

        assertThat(first.lookAfter(9_999_999_999L)).isEmpty();
        assertThat(first.lookAfter(10_000_000_000L))
                .singleElement()
                .satisfies(raised -> assertThat(raised.getMemory()).isEqualTo(WHOLE));
    }

    @Test
    void afterALowering_aRequestIsGrantedWithoutAdvanceForTenSeconds() throws Exception {
        ReceivingGrants first = link(0);
        want(first, step(0));
        for (int i = 1; i < 40; i++) {
            want(link(i), WHOLE);
        }
        ContextWindow lowered = first.lookAfter(0).get(0);
        assertThat(lowered.getMemory()).isEqualTo(step(0));
        obey(first, lowered);
        links.subList(1, 40).forEach(ReceivingGrants::close);

        assertThat(want(first, step(1), 1_000_000_000L).getMemory()).isEqualTo(step(1));
        assertThat(first.lookAfter(9_999_999_999L)).isEmpty();
        assertThat(first.lookAfter(10_000_000_000L))
                .singleElement()
                .satisfies(raised -> assertThat(raised.getMemory()).isEqualTo(WHOLE));
    }

    @Test
    void afterALowering_aContextThatWasGivenUp_isGrantedWithoutAdvanceForTenSeconds() throws Exception {
        ReceivingGrants first = link(0);
        want(first, step(0));
        for (int i = 1; i < 40; i++) {
            want(link(i), WHOLE);
        }
        obey(first, first.lookAfter(0).get(0));
        links.subList(1, 40).forEach(ReceivingGrants::close);
        first.wanted(ContextWindows.of(DENSE, 0), 0);
        assertThat(first.bytes(Codec.DENSE)).isZero();

        assertThat(want(first, step(0), 1_000_000_000L).getMemory()).isEqualTo(step(0));
        assertThat(first.lookAfter(9_999_999_999L)).isEmpty();
        assertThat(first.lookAfter(10_000_000_000L))
                .singleElement()
                .satisfies(raised -> assertThat(raised.getMemory()).isEqualTo(WHOLE));
    }

    @Test
    void afterALoweringBelowTheRequest_onlyTheRequestIsGrantedForTenSeconds() throws Exception {
        ReceivingGrants first = link(0);
        want(first, step(1));
        for (int i = 1; i < 200; i++) {
            want(link(0), WHOLE);
        }
        ContextWindow lowered = first.lookAfter(0).get(0);
        assertThat(lowered.getMemory()).isLessThan(step(1));
        obey(first, lowered);
        links.subList(1, 200).forEach(ReceivingGrants::close);

        assertThat(first.lookAfter(1_000_000_000L))
                .singleElement()
                .satisfies(raised -> assertThat(raised.getMemory()).isEqualTo(step(1)));
        assertThat(first.lookAfter(9_999_999_999L)).isEmpty();
        assertThat(first.lookAfter(10_000_000_000L))
                .singleElement()
                .satisfies(raised -> assertThat(raised.getMemory()).isEqualTo(WHOLE));
    }

    @Test
    void refusedStep_isGrantedLater_withoutAnotherRequest() throws Exception {
        for (int i = 0; i < 95; i++) {
            want(link(0), step(1));
            settle();
        }
        ReceivingGrants last = links.get(94);
        ContextWindow refused = want(last, WHOLE);
        assertThat(refused.getMemory()).isLessThan(WHOLE);

        links.subList(0, 80).forEach(ReceivingGrants::close);
        List<ContextWindow> told = last.lookAfter(0);

        assertThat(told).singleElement().matches(grant -> grant.getMemory() == WHOLE && grant.getLowering() == 0);
    }

    @Test
    void manyPeersWithBusyLinks_leaveRoomForNewOnes() throws Exception {
        for (int i = 0; i < 300; i++) {
            want(link(i % 100), step(0));
            settle();
            want(links.get(i), WHOLE);
        }
        settle();

        for (int i = 0; i < 20; i++) {
            assertThat(want(link(100 + i), step(0)).getMemory()).isGreaterThanOrEqualTo(step(0));
        }
    }

    @Test
    void hostilePeer_thatAsksForEverything_leavesRoomForOthers() throws Exception {
        for (int i = 0; i < 500; i++) {
            want(link(0), WHOLE);
        }
        settle();

        assertThat(want(link(1), step(0)).getMemory()).isGreaterThanOrEqualTo(step(0));
        assertThat(pool.usedBytes()).isLessThanOrEqualTo(pool.limitBytes());
    }

    @Test
    void everythingIsGivenBack() throws Exception {
        for (int i = 0; i < 40; i++) {
            want(link(i % 3), i % 2 == 0 ? WHOLE : step(0));
        }
        settle();

        links.forEach(ReceivingGrants::close);

        assertThat(pool.usedBytes()).isZero();
        assertThat(pool.heapUsedBytes()).isZero();
    }

    private static long step(int number) {
        return STEPS.get(number).decoderBytes();
    }

    private ReceivingGrants link(int peer) {
        ReceivingGrants link = new ReceivingGrants(ledger.account(Purpose.RECEIVING, new PeerId("p" + peer)), true);
        links.add(link);
        return link;
    }

    private ContextWindow want(ReceivingGrants link, long memory) throws CorruptFrameException {
        return want(link, memory, 0);
    }

    private ContextWindow want(ReceivingGrants link, long memory, long now) throws CorruptFrameException {
        asked.put(link, memory);
        ContextWindow request = ContextWindows.of(DENSE, 22).toBuilder()
                .setMemory(memory)
                .setRequest(++requests)
                .build();
        ContextWindow answer = link.wanted(request, now);
        assertThat(answer.getRequest()).isEqualTo(requests);
        return answer;
    }

    /** Runs enough rounds of all links for their grants to settle. */
    private void settle() throws CorruptFrameException {
        for (int round = 0; round < 5; round++) {
            for (ReceivingGrants link : links) {
                for (ContextWindow told : link.lookAfter(0)) {
                    obey(link, told);
                }
            }
        }
    }

    private void obey(ReceivingGrants link, ContextWindow grant) throws CorruptFrameException {
        if (grant.getLowering() != 0) {
            ContextWindow want = ContextWindows.of(DENSE, 22).toBuilder()
                    .setMemory(asked.get(link))
                    .setLowering(grant.getLowering())
                    .build();
            link.wanted(want, 0);
        }
    }
}
