package io.narrows.proxy.link.send;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.config.TrafficClass;
import io.narrows.proxy.link.registry.LinkTap;
import io.narrows.proxy.link.support.LinkEnvironments;
import io.narrows.proxy.link.support.LinkTermsBuilder;
import io.narrows.proxy.link.terms.LinkTerms;
import io.narrows.proxy.meter.EventMeter;
import io.narrows.proxy.meter.StepDownReason;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class LadderTest {
    private static final int FRAME = 10_000;

    private long now = 1;

    @Test
    void fullQueues_stepDownToLevel0_thenToZstd() {
        Ladder ladder = ladder(true);

        assertThat(ladder.encoding().spec()).hasToString("dense:2");
        assertThat(ladder.reason()).isNull();
        assertThat(stepsDownForTheQueue(ladder)).isTrue();
        assertThat(ladder.encoding().spec()).hasToString("dense:0");
        assertThat(stepsDownForTheQueue(ladder)).isTrue();
        assertThat(ladder.encoding().spec()).hasToString("zstd:3");
        assertThat(stepsDownForTheQueue(ladder)).isFalse();
        assertThat(ladder.depth()).isEqualTo(2);
        assertThat(ladder.reason()).isEqualTo(StepDownReason.QUEUE);
    }

    @Test
    void peerWithoutLevel0_stepsDownToZstd() {
        Ladder ladder = ladder(false);

        assertThat(stepsDownForTheQueue(ladder)).isTrue();

        assertThat(ladder.encoding().spec()).hasToString("zstd:3");
        assertThat(ladder.depth()).isOne();
    }

    @Test
    void linkWithoutZstd_staysAtLevel0_whichIsFasterThanGzip() {
        LinkTermsBuilder terms = LinkTermsBuilder.sampled()
                .decodes(Codec.DENSE, 23)
                .decodes(Codec.GZIP, 0)
                .decodesDenseVersion2();
        SendingPolicy policy = policy(2, terms.build(), TrafficClass.BULK);
        Ladder ladder = new Ladder(policy);

        assertThat(policy.overloadCodec()).isEmpty();
        assertThat(policy.hasFaster()).isTrue();
        assertThat(stepsDownForTheQueue(ladder)).isTrue();
        assertThat(ladder.encoding().spec()).hasToString("dense:0");
        assertThat(stepsDownForTheQueue(ladder)).isFalse();
        assertThat(ladder.encoding().spec()).hasToString("dense:0");
        stepBack(ladder);
    }

    /** The peer decodes gzip, which is slower than the level 0 of the rule. */
    @Test
    void linkWithNothingFaster_doesNotStepDown() {
        LinkTermsBuilder terms = LinkTermsBuilder.sampled()
                .decodes(Codec.DENSE, 23)
                .decodes(Codec.GZIP, 0)
                .decodesDenseVersion2();
        SendingPolicy policy = policy(0, terms.build(), TrafficClass.BULK);
        Ladder ladder = new Ladder(policy);

        assertThat(ladder.judges(policy.wanted())).isFalse();
        assertThat(stepsDownForTheQueue(ladder)).isFalse();
        assertThat(ladder.reason()).isNull();
        assertThat(ladder.depth()).isZero();
    }

    @Test
    void policyThatLosesAllThatIsFaster_endsTheStep_withoutALongerHoldLater() {
        Ladder ladder = ladder(false);
        stepsDownForTheQueue(ladder);
        ladder.queueEmpty(now);

        ladder.follow(
                policy(2, LinkTermsBuilder.sampled().decodes(Codec.DENSE, 23).build(), TrafficClass.BULK));

        assertThat(ladder.reason()).isNull();
        assertThat(stepsDownForTheQueue(ladder)).isFalse();
        ladder.follow(policy(2, false));
        assertThat(ladder.stepsDown(FRAME, now)).isFalse();
        assertThat(stepsDownForTheQueue(ladder)).isTrue();
        ladder.queueEmpty(now);
        ladder.stepsDown(FRAME, now);
        later(250);
        ladder.stepsDown(FRAME, now);
        assertThat(ladder.depth()).isZero();
    }

    /** The queue was full at level 0 while there was nothing faster. */
    @Test
    void policyThatGetsZstd_judgesLevel0FromThenOn() {
        LinkTermsBuilder terms =
                LinkTermsBuilder.sampled().decodes(Codec.DENSE, 23).decodesDenseVersion2();
        Ladder ladder = new Ladder(policy(2, terms.build(), TrafficClass.BULK));
        stepsDownForTheQueue(ladder);
        ladder.queueFull(now);
        later(250);

        ladder.follow(policy(2, true));

        assertThat(ladder.stepsDown(FRAME * 1_000, now)).isFalse();
        assertThat(ladder.encoding().spec()).hasToString("dense:0");
    }

    @Test
    void linkWithNeitherZstdNorLevel0_stepsDownToGzip() {
        LinkTermsBuilder terms =
                LinkTermsBuilder.sampled().decodes(Codec.DENSE, 23).decodes(Codec.GZIP, 0);

        assertThat(policy(2, terms.build(), TrafficClass.BULK)
                        .overloadCodec()
                        .orElseThrow()
                        .spec()
                        .codec())
                .isEqualTo(Codec.GZIP);
    }

    @Test
    void policyThatLosesZstd_returnsToLevel0() {
        Ladder ladder = ladder(true);
        stepsDownForTheQueue(ladder);
        stepsDownForTheQueue(ladder);

        ladder.follow(policy(
                2,
                LinkTermsBuilder.sampled()
                        .decodes(Codec.DENSE, 23)
                        .decodesDenseVersion2()
                        .build(),
                TrafficClass.BULK));

        assertThat(ladder.encoding().spec()).hasToString("dense:0");
    }

    @Test
    void lightLoad_stepsBackToTheWantedLevel() {
        Ladder ladder = ladder(true);
        stepsDownForTheQueue(ladder);
        stepsDownForTheQueue(ladder);

        ladder.queueEmpty(now);
        for (int i = 0; i < 20; i++) {
            now += TimeUnit.SECONDS.toNanos(1);
            assertThat(ladder.stepsDown(FRAME, now)).isFalse();
        }

        assertThat(ladder.depth()).isZero();
        assertThat(ladder.encoding().spec()).hasToString("dense:2");
    }

    @Test
    void loadAtTheLimitOfLevel0_staysAtZstd() {
        Ladder ladder = ladder(true);
        stepsDownForTheQueue(ladder);
        for (int i = 0; i < 40; i++) {
            ladder.encoded(ladder.encoding(), new StepDown.Effort(100_000, 1_000_000, 1_000_000, now)); // 10 ns a byte
        }
        stepsDownForTheQueue(ladder);
        ladder.queueEmpty(now);

        for (int i = 0; i < 1_000; i++) {
            later(10);
            ladder.stepsDown(1_000_000, now); // 100 MB/s, which zstd encodes without a queue
            assertThat(ladder.depth()).isEqualTo(2);
        }
    }

    @Test
    void relapses_makeTheHoldOfLevel0Longer_thoughTheLinkStepsBackPastIt() {
        Ladder ladder = ladder(true);
        for (int i = 0; i < 2; i++) {
            stepsDownForTheQueue(ladder);
            stepsDownForTheQueue(ladder);
            ladder.queueEmpty(now);
            stepBack(ladder);
        }
        stepsDownForTheQueue(ladder);
        stepsDownForTheQueue(ladder);

        for (int i = 0; i < 16; i++) { // less than a second, the third hold
            later(50);
            ladder.stepsDown(400_000, now); // 8 MB/s: too much for level 2, little for level 0
        }
        assertThat(ladder.encoding().spec()).hasToString("zstd:3");
    }

    @Test
    void queueThatWasFullAtLevel0_beforeTheLinkSteppedBack_isForgotten() {
        Ladder ladder = ladder(true);
        stepsDownForTheQueue(ladder);
        later(1);
        ladder.stepsDown(FRAME, now);
        later(100);
        ladder.queueFull(now);
        later(200);
        ladder.stepsDown(FRAME, now);
        assertThat(ladder.depth()).isZero();

        stepsDownForTheQueue(ladder);
        later(1);

        assertThat(ladder.stepsDown(FRAME, now)).isFalse();
        assertThat(ladder.encoding().spec()).hasToString("dense:0");
    }

    @Test
    void lateFrame_withWhichTheLinkStepsDown_countsForLevel0() {
        Ladder ladder = ladder(true);
        stepsDownForTheQueue(ladder);
        ladder.late(ladder.encoding());

        boolean steps = false;
        for (int i = 0; i < 21 && !steps; i++) {
            later(50);
            steps = ladder.stepsDown(FRAME * 2_000, now); // 400 MB/s
        }
        assertThat(steps).isTrue();
        assertThat(ladder.encoding().spec()).hasToString("zstd:3");
    }

    @Test
    void framesOfAnEarlierPolicy_haveNoEffectOnTheCostOfTheWantedOne() {
        Ladder ladder = ladder(2, true);
        SendingPolicy earlier = policy(1, true);
        ladder.late(earlier.wanted());
        ladder.late(earlier.lowerLevel().orElseThrow());
        assertThat(ladder.judges(earlier.wanted())).isFalse();
        assertThat(ladder.judges(earlier.lowerLevel().orElseThrow())).isFalse();
        for (int i = 0; i < 40; i++) {
            ladder.encoded(earlier.lowerLevel().orElseThrow(), effort());
            ladder.encoded(earlier.wanted(), effort());
        }

        assertThat(stepsDownForLateFrames(ladder)).isTrue();
    }

    @Test
    void frameOfLevel0_encodedWhileTheClassChanges_countsForLevel0() {
        Ladder ladder = ladder(true);
        stepsDownForTheQueue(ladder);
        SendingPolicy.Encoding level0 = ladder.encoding();
        ladder.follow(policy(2, true, TrafficClass.CONTROL));
        for (int i = 0; i < 40; i++) {
            ladder.encoded(level0, effort());
        }
        ladder.queueEmpty(now);

        for (int i = 0; i < 20; i++) {
            later(50);
            ladder.stepsDown(1_000_000, now); // 20 MB/s: too much for level 2
        }
        assertThat(ladder.encoding().spec()).hasToString("dense:0");
    }

    @Test
    void lowerLevel_isEncodedByTheContextOfTheWantedLevel() {
        SendingPolicy policy = policy(2, true);

        assertThat(policy.lowerLevel().orElseThrow().context()).isEqualTo(CodecSpec.of(Codec.DENSE, 2));
        assertThat(policy.lowerLevel().orElseThrow().atLowerLevel()).isTrue();
        assertThat(policy.wanted().atLowerLevel()).isFalse();
        assertThat(policy.specs())
                .containsExactly(
                        CodecSpec.of(Codec.DENSE, 2), policy.encoding(true).spec());
    }

    /** Returns the cost of a frame that took next to no time. */
    private StepDown.Effort effort() {
        return new StepDown.Effort(100_000, 1_000, 1_000, now);
    }

    private void later(int millis) {
        now += TimeUnit.MILLISECONDS.toNanos(millis);
    }

    private void stepBack(Ladder ladder) {
        for (int i = 0; i < 60 && ladder.depth() > 0; i++) {
            later(250);
            ladder.stepsDown(FRAME, now);
        }
        assertThat(ladder.depth()).isZero();
    }

    private boolean stepsDownForLateFrames(Ladder ladder) {
        boolean steps = false;
        for (int i = 0; i < 42 && !steps; i++) {
            later(50);
            steps = ladder.stepsDown(1_000_000, now);
            ladder.late(ladder.encoding());
        }
        return steps;
    }

    private boolean stepsDownForTheQueue(Ladder ladder) {
        ladder.queueFull(now);
        now += TimeUnit.MILLISECONDS.toNanos(250);
        boolean steps = false;
        for (int i = 0; i < 30 && !steps; i++) { // more than the level that was left could encode
            steps = ladder.stepsDown(FRAME * 1_000, now);
        }
        return steps;
    }

    private Ladder ladder(boolean decodesDenseVersion2) {
        return ladder(2, decodesDenseVersion2);
    }

    private Ladder ladder(int level, boolean decodesDenseVersion2) {
        return new Ladder(policy(level, decodesDenseVersion2));
    }

    private SendingPolicy policy(int level, boolean decodesDenseVersion2) {
        return policy(level, decodesDenseVersion2, TrafficClass.BULK);
    }

    private SendingPolicy policy(int level, boolean decodesDenseVersion2, TrafficClass trafficClass) {
        LinkTermsBuilder terms =
                LinkTermsBuilder.sampled().decodes(Codec.DENSE, 23).decodes(Codec.ZSTD, 23);
        SendingPolicy policy =
                policy(level, (decodesDenseVersion2 ? terms.decodesDenseVersion2() : terms).build(), trafficClass);
        assertThat(policy.lowerLevel().map(SendingPolicy.Encoding::spec))
                .isEqualTo(CodecSpec.of(Codec.DENSE, level).lowerLevel().filter(lower -> decodesDenseVersion2));
        return policy;
    }

    private SendingPolicy policy(int level, LinkTerms terms, TrafficClass trafficClass) {
        return SendingPolicy.decide(
                LinkEnvironments.ofA(
                        "{codec: dense, level: " + level + "}", new EventMeter(), Runnable::run, () -> now),
                terms,
                trafficClass,
                LinkTap.Connection.NONE);
    }
}
