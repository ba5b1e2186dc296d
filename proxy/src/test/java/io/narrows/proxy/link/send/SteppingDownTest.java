package io.narrows.proxy.link.send;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.narrows.codec.Codec;
import io.narrows.codec.MalformedDataException;
import io.narrows.config.PeerId;
import io.narrows.proxy.link.control.ControlMessages;
import io.narrows.proxy.link.frame.CorruptFrameException;
import io.narrows.proxy.link.frame.FrameDescriptor;
import io.narrows.proxy.link.proto.Control;
import io.narrows.proxy.link.receive.ReceivingStream;
import io.narrows.proxy.link.support.LinkTermsBuilder;
import io.narrows.proxy.link.support.Streams;
import io.narrows.proxy.link.terms.LinkTerms;
import io.narrows.proxy.memory.Account;
import io.narrows.proxy.memory.Purpose;
import io.narrows.proxy.memory.Storage;
import io.narrows.proxy.memory.WindowCosts;
import io.narrows.proxy.meter.EventMeter;
import io.narrows.proxy.meter.StepDownReason;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
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
    private static final PeerId B = new PeerId("b");
    private static final int FLOOD = 60_000;
    private static final int LONG = 15_000;
    private static final int SHORT = 500;
    private static final LinkTerms SESSION = LinkTermsBuilder.sampled()
            .decodes(Codec.DENSE, 23)
            .decodes(Codec.ZSTD, 23)
            .decodes(Codec.GZIP, 0)
            .build();

    private long now = 1;
    private long tick;
    private final EventMeter events = new EventMeter();
    private final Streams streams = new Streams("{codec: dense, level: 1}", SESSION, events, () -> now += tick);
    private final SendingStream sending = streams.sending();
    private final ReceivingStream receiving = streams.receiving();
    private final List<String> received = new ArrayList<>();

    @AfterEach
    void everythingIsReturned() {
        streams.close();

        assertThat(streams.contextBytes()).isZero();
        assertThat(streams.takeFailure()).isNull();
    }

    @Test
    void firstLongFrame_leavesTheEventLoop() throws Exception {
        send(LONG);

        assertThat(streams.work()).hasSize(1);
        streams.finishWork();
        assertThat(received()).containsExactly("new dense");
    }

    @Test
    void longFrame_whenTheWorkersHaveEnded_isReleased() {
        streams.endWorkers();
        ByteBuf app = compressible(LONG);

        assertThatExceptionOfType(RejectedExecutionException.class).isThrownBy(() -> sending.send(app, now));

        assertThat(app.refCnt()).isZero();
    }

    @Test
    void shortFrames_stayOnTheEventLoop() throws Exception {
        send(SHORT);
        send(SHORT);

        assertThat(streams.work()).isEmpty();
        assertThat(received()).containsExactly("new dense", "dense");
    }

    @Test
    void writtenFrames_areSentBeforeASlowFrame() throws Exception {
        sending.send(compressible(SHORT), now);

        assertThat(received()).isEmpty();

        sending.send(compressible(4 * SHORT), now);

        assertThat(received()).containsExactly("new dense");

        streams.channel().flush();

        assertThat(received()).containsExactly("new dense", "dense");
    }

    @Test
    void fullQueue_stepsDownAtAFramesBorder() throws Exception {
        stepDown();

        assertThat(received())
                .startsWith("new dense", "new zstd")
                .endsWith("zstd")
                .doesNotContain("dense");
        assertThat(sending.codec()).isEqualTo(Codec.ZSTD);
        assertThat(sending.steppedDown()).isEqualTo(StepDownReason.QUEUE);
        assertThat(sending.congested()).isFalse();
    }

    @Test
    void steppingBack_continuesTheContextOfDense() throws Exception {
        stepDown();
        received().clear();

        now += TimeUnit.SECONDS.toNanos(10);
        send(SHORT);
        now += TimeUnit.SECONDS.toNanos(2);
        send(SHORT);

        assertThat(received()).containsExactly("release zstd", "dense", "dense");
        assertThat(sending.steppedDown()).isNull();
    }

    @Test
    void steppingBack_withoutMemoryForTheOverloadCodec_keepsWhatDenseHasLearnt() throws Exception {
        send(SHORT);
        Account sent = streams.memory().account(Purpose.SENDING, B);
        long rest = streams.memory().pool(Purpose.SENDING).limitBytes() - sent.usedBytes();
        sent.count(Storage.NATIVE, rest);
        stepDown();
        received().clear();

        now += TimeUnit.SECONDS.toNanos(10);
        send(SHORT);
        now += TimeUnit.SECONDS.toNanos(2);
        send(SHORT);

        assertThat(received()).containsExactly("dense", "dense");
        sent.count(Storage.NATIVE, -rest);
    }

    @Test
    void contextThatShrankAndIsNotNeeded_isReleased() throws Exception {
        send(SHORT);
        received().clear();
        Account sent = streams.memory().account(Purpose.SENDING, B);
        WindowCosts much = WindowCosts.of(
                Storage.HEAP, log -> streams.memory().pool(Purpose.SENDING).limitBytes() * (log == 27 ? 2L : 1L));
        sent.want(much); // shrinks all windows

        sending.lookAfter(TimeUnit.HOURS.toNanos(1), now);
        now += TimeUnit.SECONDS.toNanos(60);
        assertThat(sending.lookAfter(TimeUnit.SECONDS.toNanos(30), now)).isTrue();
        streams.channel().flush();

        assertThat(received()).containsExactly("release dense");
        sent.unwant(much);
    }

    @Test
    void finishedDirection_keepsNoContext() throws Exception {
        send(SHORT);

        sending.finish(() -> {});

        assertThat(sending.memoryBytes()).isZero();
    }

    @Test
    void idleContextsOfBothCodecs_areReleased() throws Exception {
        stepDown();
        received().clear();

        now += TimeUnit.SECONDS.toNanos(60);
        assertThat(sending.lookAfter(TimeUnit.SECONDS.toNanos(30), now)).isTrue();
        streams.channel().flush();

        assertThat(received()).containsExactlyInAnyOrder("release dense", "release zstd");
        assertThat(streams.contextBytes()).isZero();
    }

    @Test
    void burst_doesNotStepDown() throws Exception {
        for (int i = 0; i < 3; i++) {
            fillTheQueue();
            now += TimeUnit.MILLISECONDS.toNanos(200);
            streams.finishWork();
            now += TimeUnit.MILLISECONDS.toNanos(50);
        }

        assertThat(sending.steppedDown()).isNull();
        assertThat(sending.codec()).isEqualTo(Codec.DENSE);
    }

    @Test
    void waitingFramesThatWouldTakeTooLong_takeTheOverloadCodec() throws Exception {
        send(LONG);
        send(40_000);
        streams.finishWork();

        assertThat(received()).containsExactly("new dense", "new zstd", "zstd", "dense");
        assertThat(events.overloadFrames(B).sum()).isEqualTo(2);
    }

    @Test
    void frameThatHasWaitedTooLong_takesTheOverloadCodec_andTheNextDoesNot() throws Exception {
        send(LONG);
        send(SHORT);
        now += TimeUnit.MILLISECONDS.toNanos(1);
        streams.finishWork();
        send(SHORT);

        assertThat(received()).containsExactly("new dense", "new zstd", "dense");
    }

    @Test
    void nowAndThen_aLongFrameThatSeemsTooLate_isTriedInDense() throws Exception {
        int longFrames = 0;
        for (int i = 0; i < 100; i++) {
            send(16_384 + SHORT);
            longFrames += streams.work().size();
            streams.finishWork();
            now += TimeUnit.MILLISECONDS.toNanos(10);
        }

        assertThat(longFrames).isEqualTo(10);
        assertThat(received().stream().filter(frame -> frame.endsWith("zstd"))).hasSize(90);
    }

    @Test
    void denseThatIsFastEnoughInTrials_isUsedForAll() throws Exception {
        tick = TimeUnit.MILLISECONDS.toNanos(2);
        sendLongFrames();
        assertThat(received()).contains("zstd");
        received().clear();

        tick = TimeUnit.MICROSECONDS.toNanos(20);
        sendLongFrames();
        sendLongFrames();

        assertThat(received()).endsWith(Collections.nCopies(200, "dense").toArray(String[]::new));
    }

    /** Sends long frames for a second. */
    private void sendLongFrames() {
        for (int i = 0; i < 100; i++) {
            send(16_384 + SHORT);
            streams.finishWork();
            now += TimeUnit.MILLISECONDS.toNanos(10);
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
        assertThat(received()).contains("zstd", "dense");
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
            streams.send(Unpooled.directBuffer(content.length).writeBytes(content), now);
            assertThat(sending.congested()).isFalse();
            streams.finishWork();
            now += TimeUnit.MILLISECONDS.toNanos(millis);
        }
    }

    private void stepDown() throws Exception {
        fillTheQueue();
        now += TimeUnit.MILLISECONDS.toNanos(250);
        streams.finishWork();
    }

    private void fillTheQueue() {
        send(LONG);
        while (!sending.congested()) {
            send(FLOOD);
        }
    }

    private void send(int length) {
        streams.send(compressible(length), now);
    }

    private static ByteBuf compressible(int length) {
        ByteBuf app = PooledByteBufAllocator.DEFAULT.directBuffer(length);
        for (int i = 0; i < length; i++) {
            app.writeByte(i % 251);
        }
        return app;
    }

    private List<String> received() throws CorruptFrameException {
        streams.hear(new Streams.Heard() {
            @Override
            public void data(int head, ByteBuf payload, long check) throws CorruptFrameException {
                receiving.decode(head, payload, check).release();
                received.add((FrameDescriptor.isNew(head) ? "new " : "") + label(FrameDescriptor.codecId(head)));
            }

            @Override
            public void control(ByteBuf payload) throws CorruptFrameException {
                received.add(said(ControlMessages.parse(payload)));
            }
        });
        received.removeAll(Collections.singleton("check"));
        return received;
    }

    private String said(Control control) throws CorruptFrameException {
        if (control.hasCheck()) {
            receiving.verify(control.getCheck());
            return "check";
        }
        if (control.hasFin()) {
            return "fin";
        }
        receiving.release(control.getRelease().getCodec());
        return "release " + label(control.getRelease().getCodec());
    }

    private static String label(int codecId) {
        try {
            return Codec.ofId(codecId).label();
        } catch (MalformedDataException e) {
            throw new AssertionError(e);
        }
    }
}
