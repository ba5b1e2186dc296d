package io.narrows.proxy.link.send;

import static io.narrows.proxy.link.send.SendingLink.B;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.narrows.codec.Codec;
import io.narrows.proxy.link.support.LinkTermsBuilder;
import io.narrows.proxy.link.support.Streams;
import io.narrows.proxy.link.terms.LinkTerms;
import io.narrows.proxy.memory.Account;
import io.narrows.proxy.memory.Purpose;
import io.narrows.proxy.memory.Storage;
import io.narrows.proxy.memory.WindowCosts;
import io.narrows.proxy.meter.EventMeter;
import io.narrows.proxy.meter.ReasonCount;
import io.narrows.proxy.meter.StepDownReason;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.Collections;
import java.util.Random;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A link whose policy specifies dense, under loads that dense can and cannot handle. The clock stands still unless
 * the test advances it; until then dense is not measured but is assumed to need 100 ns a byte.
 */
@Tag("long")
final class SteppingDownTest {
    private static final int FLOOD = 60_000;
    private static final int LONG = 15_000;
    private static final int SHORT = 500;
    private static final LinkTerms SESSION = LinkTermsBuilder.sampled()
            .decodes(Codec.DENSE, 23)
            .decodes(Codec.ZSTD, 23)
            .decodes(Codec.GZIP, 0)
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
    void firstLongFrame_leavesTheEventLoop() throws Exception {
        link.send(LONG);

        assertThat(streams.work()).hasSize(1);
        streams.finishWork();
        assertThat(link.received()).containsExactly("new dense");
    }

    @Test
    void longFrame_whenTheWorkersHaveEnded_isReleased() {
        streams.endWorkers();
        ByteBuf app = SendingLink.compressible(LONG);

        assertThatExceptionOfType(RejectedExecutionException.class).isThrownBy(() -> sending.send(app, link.now()));

        assertThat(app.refCnt()).isZero();
    }

    @Test
    void shortFrames_stayOnTheEventLoop() throws Exception {
        link.send(SHORT);
        link.send(SHORT);

        assertThat(streams.work()).isEmpty();
        assertThat(link.received()).containsExactly("new dense", "dense");
    }

    @Test
    void writtenFrames_areSentBeforeASlowFrame() throws Exception {
        sending.send(SendingLink.compressible(SHORT), link.now());

        assertThat(link.received()).isEmpty();

        sending.send(SendingLink.compressible(4 * SHORT), link.now());

        assertThat(link.received()).containsExactly("new dense");

        streams.channel().flush();

        assertThat(link.received()).containsExactly("new dense", "dense");
    }

    @Test
    void fullQueue_stepsDownAtAFramesBorder() throws Exception {
        stepDown();

        assertThat(link.received())
                .startsWith("new dense", "new zstd")
                .endsWith("zstd")
                .doesNotContain("dense");
        assertThat(sending.codec()).isEqualTo(Codec.ZSTD);
        assertThat(sending.steppedDown()).isEqualTo(StepDownReason.QUEUE);
        assertThat(sending.congested()).isFalse();
    }

    @Test
    void withdrawalOfAllFasterCodecs_endsTheStep_andNoneIsCountedAfterwards() {
        stepDown();
        assertThat(stepDowns()).isOne();

        sending.renegotiated(SESSION.without(Codec.ZSTD).without(Codec.GZIP));
        assertThat(sending.steppedDown()).isNull();
        stepDown();

        assertThat(sending.steppedDown()).isNull();
        assertThat(sending.codec()).isEqualTo(Codec.DENSE);
        assertThat(stepDowns()).isOne();
    }

    private long stepDowns() {
        return events.stepDownCounts().stream().mapToLong(ReasonCount::count).sum();
    }

    @Test
    void steppingBack_continuesTheContextOfDense() throws Exception {
        stepDown();
        link.received().clear();

        link.later(10_000);
        link.send(SHORT);
        link.later(2_000);
        link.send(SHORT);

        assertThat(link.received()).containsExactly("release zstd", "dense", "dense");
        assertThat(sending.steppedDown()).isNull();
    }

    @Test
    void steppingBack_withoutMemoryForTheOverloadCodec_keepsWhatDenseHasLearnt() throws Exception {
        link.takeAllMemory();
        Account sent = streams.memory().account(Purpose.SENDING, B);
        long rest = streams.memory().pool(Purpose.SENDING).limitBytes() - sent.usedBytes();
        sent.count(Storage.NATIVE, rest);
        stepDown();
        link.received().clear();

        link.later(10_000);
        link.send(SHORT);
        link.later(2_000);
        link.send(SHORT);

        assertThat(link.received()).containsExactly("dense", "dense");
        sent.count(Storage.NATIVE, -rest);
    }

    @Test
    void contextThatShrankAndIsNotNeeded_isReleased() throws Exception {
        link.send(SHORT);
        link.received().clear();
        Account sent = streams.memory().account(Purpose.SENDING, B);
        WindowCosts much = WindowCosts.of(
                Storage.HEAP, log -> streams.memory().pool(Purpose.SENDING).limitBytes() * (log == 27 ? 2L : 1L));
        sent.want(much); // shrinks all windows

        sending.lookAfter(TimeUnit.HOURS.toNanos(1), link.now());
        link.later(60_000);
        assertThat(sending.lookAfter(TimeUnit.SECONDS.toNanos(30), link.now())).isTrue();
        streams.channel().flush();

        assertThat(link.received()).containsExactly("release dense");
        sent.unwant(much);
    }

    @Test
    void finishedDirection_keepsNoContext() throws Exception {
        link.send(SHORT);

        sending.finish(() -> {});

        assertThat(sending.memoryBytes()).isZero();
    }

    @Test
    void idleContextsOfBothCodecs_areReleased() throws Exception {
        stepDown();
        link.received().clear();

        link.later(60_000);
        assertThat(sending.lookAfter(TimeUnit.SECONDS.toNanos(30), link.now())).isTrue();
        streams.channel().flush();

        assertThat(link.received()).containsExactlyInAnyOrder("release dense", "release zstd");
        assertThat(streams.contextBytes()).isZero();
    }

    @Test
    void burst_doesNotStepDown() throws Exception {
        for (int i = 0; i < 3; i++) {
            fillTheQueue();
            link.later(200);
            streams.finishWork();
            link.later(50);
        }

        assertThat(sending.steppedDown()).isNull();
        assertThat(sending.codec()).isEqualTo(Codec.DENSE);
    }

    @Test
    void waitingFramesThatWouldTakeTooLong_takeTheOverloadCodec() throws Exception {
        link.send(LONG);
        link.send(40_000);
        streams.finishWork();

        assertThat(link.received()).containsExactly("new dense", "new zstd", "zstd", "dense");
        assertThat(events.overloadFrames(B).sum()).isEqualTo(2);
    }

    @Test
    void frameThatHasWaitedTooLong_takesTheOverloadCodec_andTheNextDoesNot() throws Exception {
        link.send(LONG);
        link.send(SHORT);
        link.later(1);
        streams.finishWork();
        link.send(SHORT);

        assertThat(link.received()).containsExactly("new dense", "new zstd", "dense");
    }

    @Test
    void nowAndThen_aLongFrameThatSeemsTooLate_isTriedInDense() throws Exception {
        int longFrames = 0;
        for (int i = 0; i < 100; i++) {
            link.send(16_384 + SHORT);
            longFrames += streams.work().size();
            streams.finishWork();
            link.later(10);
        }

        assertThat(longFrames).isEqualTo(10);
        assertThat(link.received().stream().filter(frame -> frame.endsWith("zstd")))
                .hasSize(90);
    }

    @Test
    void denseThatIsFastEnoughInTrials_isUsedForAll() throws Exception {
        link.tick(TimeUnit.MILLISECONDS.toNanos(2));
        sendLongFrames();
        assertThat(link.received()).contains("zstd");
        link.received().clear();

        link.tick(TimeUnit.MICROSECONDS.toNanos(20));
        sendLongFrames();
        sendLongFrames();

        assertThat(link.received()).endsWith(Collections.nCopies(200, "dense").toArray(String[]::new));
    }

    /** Sends long frames for a second. */
    private void sendLongFrames() {
        for (int i = 0; i < 100; i++) {
            link.send(16_384 + SHORT);
            streams.finishWork();
            link.later(10);
        }
    }

    @Test
    void moreThanDenseEncodes_stepsDown_thoughTheQueueIsNeverFull() {
        sendRandomEvery(1, 2 * FLOOD, 1_100);

        assertThat(sending.steppedDown()).isEqualTo(StepDownReason.QUEUE);
    }

    @Test
    void lateFramesOfALoadThatDenseCarries_doNotStepDown() throws Exception {
        sendRandomEvery(50, FLOOD, 5_000);

        assertThat(sending.steppedDown()).isNull();
        assertThat(link.received()).contains("zstd", "dense");
    }

    /** Sends frames whose encoding takes real processor time, which determines the measured load. */
    private void sendRandomEvery(int millis, int length, int forMillis) {
        Random random = new Random(1);
        byte[] content = new byte[length];
        for (int passed = 0; passed < forMillis; passed += millis) {
            random.nextBytes(content);
            for (int i = 0; i < content.length; i++) {
                content[i] &= 63;
            }
            link.send(Unpooled.directBuffer(content.length).writeBytes(content));
            assertThat(sending.congested()).isFalse();
            streams.finishWork();
            link.later(millis);
        }
    }

    private void fillTheQueue() {
        link.send(LONG);
        link.fillQueue(FLOOD);
    }

    private void stepDown() {
        fillTheQueue();
        link.later(250);
        streams.finishWork();
    }
}
