package io.narrows.proxy.link.send;

import static io.narrows.proxy.link.send.SendingLink.B;
import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.config.Config;
import io.narrows.proxy.link.proto.CodecOffer;
import io.narrows.proxy.link.support.LinkEnvironments;
import io.narrows.proxy.link.support.LinkTermsBuilder;
import io.narrows.proxy.link.support.Streams;
import io.narrows.proxy.link.terms.CodecOffers;
import io.narrows.proxy.link.terms.LinkTerms;
import io.narrows.proxy.memory.Account;
import io.narrows.proxy.memory.Purpose;
import io.narrows.proxy.memory.Storage;
import io.narrows.proxy.meter.EventMeter;
import io.narrows.proxy.meter.StepDownReason;
import io.narrows.proxy.transport.Transport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A link whose policy specifies dense, and whose peer decodes level 0, under loads that the level of the policy cannot handle.
 * Unless the test measures it, level 1 is assumed to need 100 ns a byte, level 0 60 ns.
 */
@Tag("long")
final class LowerLevelTest {
    private static final int FLOOD = 60_000;
    private static final int LONG = 15_000;
    private static final int SHORT = 500;
    private static final LinkTerms SESSION = LinkTermsBuilder.sampled()
            .decodes(Codec.DENSE, 23)
            .decodes(Codec.ZSTD, 23)
            .decodesDenseVersion2()
            .build();

    private final SendingLink link = new SendingLink("{codec: dense, level: 1}", SESSION);
    private final EventMeter events = link.events();
    private final Streams streams = link.streams();
    private final SendingStream sending = link.sending();

    @AfterEach
    void close() {
        link.close();
    }

    @Test
    void waitingFramesThatWouldTakeTooLong_areOfLevel0() throws Exception {
        link.send(LONG);
        link.send(40_000);
        streams.finishWork();

        assertThat(link.received()).containsExactly("new dense", "dense", "dense", "dense");
        assertThat(events.level0Frames(B).sum()).isEqualTo(2);
        assertThat(events.overloadFrames(B).sum()).isZero();
    }

    @Test
    void frameThatHasWaitedTooLong_isOfLevel0() throws Exception {
        link.send(LONG);
        link.send(SHORT);
        link.later(1);
        streams.finishWork();
        link.send(SHORT);

        assertThat(link.received()).containsExactly("new dense", "dense", "dense");
        assertThat(events.level0Frames(B).sum()).isOne();
    }

    @Test
    void fullQueue_stepsDownToLevel0_inTheSameContext() throws Exception {
        stepDown();
        long before = events.level0Frames(B).sum();
        link.send(FLOOD);
        streams.finishWork();

        assertThat(link.received()).startsWith("new dense").doesNotContain("new zstd", "zstd");
        assertThat(link.received().stream().filter("new dense"::equals)).hasSize(1);
        assertThat(events.level0Frames(B).sum()).isEqualTo(before + 1);
        assertThat(sending.codec()).isEqualTo(Codec.DENSE);
        assertThat(sending.steppedDown()).isEqualTo(StepDownReason.QUEUE);
    }

    @Test
    void fullQueueAtLevel0_stepsDownToZstd_andBackInTheSameContext() throws Exception {
        stepDownToZstd();
        assertThat(link.received()).contains("new zstd");
        assertThat(sending.codec()).isEqualTo(Codec.ZSTD);
        assertThat(events.level0Frames(B).sum()).isPositive();
        link.received().clear();

        link.later(10_000);
        link.send(SHORT);
        link.later(2_000);
        link.send(SHORT);
        assertThat(link.received()).contains("dense").doesNotContain("new dense", "new zstd");
        assertThat(sending.steppedDown()).isNull();
    }

    @Test
    void frameOfLevel0_whileTheLinkHasSteppedDown_isEncodedOnAWorker() {
        stepDown();
        link.measureFastFrames();

        link.send(Transport.READ_SIZE);

        assertThat(streams.work()).hasSize(1);
    }

    @Test
    void frameOfLevel0_withoutMemoryForZstd_isEncodedOnAWorker() throws Exception {
        stepDownAndMeasure();
        Account sent = streams.memory().account(Purpose.SENDING, B);
        long rest = streams.memory().pool(Purpose.SENDING).limitBytes() - sent.usedBytes();
        sent.count(Storage.NATIVE, rest);
        try {
            stepDownFurther();
            long before = events.level0Frames(B).sum();

            link.send(Transport.READ_SIZE);

            assertThat(streams.work()).hasSize(1);
            streams.finishWork();
            assertThat(events.level0Frames(B).sum()).isEqualTo(before + 1);
            assertThat(link.received()).contains("dense").doesNotContain("new zstd", "zstd");
        } finally {
            sent.count(Storage.NATIVE, -rest);
        }
    }

    @Test
    void ruleForLevel0_withoutAFasterCodec_isEncodedOnAWorker() {
        sending.renegotiated(SESSION.without(Codec.ZSTD));
        streams.live().replace(level0());
        link.measureFastFrames();

        link.send(Transport.READ_SIZE);

        assertThat(streams.work()).hasSize(1);
    }

    /** A burst waits for few frames, of which each is encoded within the time of a write. */
    @Test
    void singleFramesOfLevel0_stayOnTheEventLoop() {
        stepDown();
        link.measureFastFrames();
        link.later(10_000);
        link.send(SHORT);
        assertThat(sending.steppedDown()).isNull();

        link.send(LONG);
        link.send(40_000);
        streams.finishOne();

        assertThat(streams.work()).isEmpty();
    }

    @Test
    void floodOfReadsUnderARuleForLevel0_stepsDownToZstd() throws Exception {
        streams.live().replace(level0());
        link.measureFastFrames();

        link.fillQueue(Transport.READ_SIZE);
        link.later(250);
        streams.finishWork();
        link.send(Transport.READ_SIZE);

        assertThat(link.received()).contains("new zstd");
        assertThat(sending.steppedDown()).isEqualTo(StepDownReason.QUEUE);
    }

    @Test
    void lightLoad_stepsBackToTheLevelOfThePolicy() throws Exception {
        stepDown();
        link.later(10_000);
        link.send(SHORT);
        link.later(2_000);
        long before = events.level0Frames(B).sum();
        link.send(SHORT);

        assertThat(link.received().stream().filter("new dense"::equals)).hasSize(1);
        assertThat(link.received()).doesNotContain("new zstd", "zstd");
        assertThat(sending.steppedDown()).isNull();
        assertThat(events.level0Frames(B).sum()).isEqualTo(before);
    }

    @Test
    void offerThatHasNoLevel0AnyMore_endsIt_andOneThatHasItBringsItBack() throws Exception {
        sendLate();
        assertThat(events.level0Frames(B).sum()).isPositive();
        CodecOffer offer = CodecOffers.offer(Codec.DENSE);

        sending.renegotiated(SESSION.with(
                Codec.DENSE, offer.toBuilder().clearVersion().addVersion(1).build()));
        long before = events.level0Frames(B).sum();
        link.received().clear();
        sendLate();
        assertThat(link.received()).contains("new dense");
        assertThat(events.level0Frames(B).sum()).isEqualTo(before);

        sending.renegotiated(SESSION.with(Codec.DENSE, offer));
        link.received().clear();
        sendLate();
        assertThat(link.received()).contains("new dense");
        assertThat(events.level0Frames(B).sum()).isGreaterThan(before);
    }

    @Test
    void reloadOfAPolicyForLevel0_beginsAContextOfIt() throws Exception {
        link.send(SHORT);
        streams.live().replace(level0());
        link.send(SHORT);
        link.send(SHORT);

        assertThat(link.received()).containsExactly("new dense", "new dense", "dense");
        assertThat(sending.wanted()).isEqualTo(CodecSpec.of(Codec.DENSE, 0));
    }

    /** Returns the configuration in use, with a rule for level 0. */
    private Config level0() {
        return streams.live()
                .current()
                .withPolicy(LinkEnvironments.ofA("{codec: dense, level: 0}", events, Runnable::run, () -> 1)
                        .live()
                        .current()
                        .policy());
    }

    private void sendLate() {
        link.send(LONG);
        link.send(40_000);
        streams.finishWork();
    }

    private void stepDown() {
        link.send(LONG);
        link.fillQueue(FLOOD);
        link.later(250);
        streams.finishWork();
    }

    /** Fills the queue at level 0, too. */
    private void stepDownToZstd() {
        stepDownAndMeasure();
        stepDownFurther();
    }

    /** Sends so much that the context of dense has all the memory of its window. */
    private void stepDownAndMeasure() {
        stepDown();
        link.measureFastFrames();
    }

    private void stepDownFurther() {
        link.later(10_000);
        link.send(SHORT);
        assertThat(sending.steppedDown()).isNull();
        stepDown(); // so soon that the link stays for half a second
        link.fillQueue(Transport.READ_SIZE);
        link.later(250);
        streams.finishWork();
        assertThat(sending.codec()).isEqualTo(Codec.ZSTD);
    }
}
