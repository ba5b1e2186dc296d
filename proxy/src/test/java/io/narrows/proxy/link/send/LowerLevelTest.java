package io.narrows.proxy.link.send;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.MalformedDataException;
import io.narrows.config.Config;
import io.narrows.config.PeerId;
import io.narrows.proxy.link.control.ControlMessages;
import io.narrows.proxy.link.frame.CorruptFrameException;
import io.narrows.proxy.link.frame.FrameDescriptor;
import io.narrows.proxy.link.proto.CodecOffer;
import io.narrows.proxy.link.proto.Control;
import io.narrows.proxy.link.receive.ReceivingStream;
import io.narrows.proxy.link.support.LinkEnvironments;
import io.narrows.proxy.link.support.LinkTermsBuilder;
import io.narrows.proxy.link.support.Streams;
import io.narrows.proxy.link.terms.CodecOffers;
import io.narrows.proxy.link.terms.LinkTerms;
import io.narrows.proxy.meter.EventMeter;
import io.narrows.proxy.meter.StepDownReason;
import io.narrows.proxy.transport.Transport;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A link whose policy specifies dense, and whose peer decodes level 0, under loads that the level of the policy cannot handle. The
 * clock stands still unless the test advances it; until then, level 1 is assumed to need 100 ns a byte, level 0 60 ns.
 */
@Tag("long")
final class LowerLevelTest {
    private static final PeerId B = new PeerId("b");
    private static final int FLOOD = 60_000;
    private static final int LONG = 15_000;
    private static final int SHORT = 500;
    private static final LinkTerms SESSION = LinkTermsBuilder.sampled()
            .decodes(Codec.DENSE, 23)
            .decodes(Codec.ZSTD, 23)
            .decodesLevel0()
            .build();

    private long now = 1;
    private final EventMeter events = new EventMeter();
    private final Streams streams = new Streams("{codec: dense, level: 1}", SESSION, events, () -> now);
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
    void waitingFramesThatWouldTakeTooLong_areOfLevel0() throws Exception {
        send(LONG);
        send(40_000);
        streams.finishWork();

        assertThat(received()).containsExactly("new dense", "dense", "dense", "dense");
        assertThat(events.level0Frames(B).sum()).isEqualTo(2);
        assertThat(events.overloadFrames(B).sum()).isZero();
    }

    @Test
    void frameThatHasWaitedTooLong_isOfLevel0() throws Exception {
        send(LONG);
        send(SHORT);
        now += TimeUnit.MILLISECONDS.toNanos(1);
        streams.finishWork();
        send(SHORT);

        assertThat(received()).containsExactly("new dense", "dense", "dense");
        assertThat(events.level0Frames(B).sum()).isOne();
    }

    @Test
    void fullQueue_stepsDownToLevel0_inTheSameContext() throws Exception {
        stepDown();
        long before = events.level0Frames(B).sum();
        send(FLOOD);
        streams.finishWork();

        assertThat(received()).startsWith("new dense").doesNotContain("new zstd", "zstd");
        assertThat(received.stream().filter("new dense"::equals)).hasSize(1);
        assertThat(events.level0Frames(B).sum()).isEqualTo(before + 1);
        assertThat(sending.codec()).isEqualTo(Codec.DENSE);
        assertThat(sending.steppedDown()).isEqualTo(StepDownReason.QUEUE);
    }

    @Test
    void fullQueueAtLevel0_stepsDownToZstd_andBackInTheSameContext() throws Exception {
        stepDown();
        later(10_000);
        send(SHORT);
        assertThat(sending.steppedDown()).isNull();
        stepDown(); // so soon that the link stays for half a second
        fillQueue(Transport.READ_SIZE);
        later(250);
        streams.finishWork();
        assertThat(received()).contains("new zstd");
        assertThat(sending.codec()).isEqualTo(Codec.ZSTD);
        assertThat(events.level0Frames(B).sum()).isPositive();
        received.clear();

        later(10_000);
        send(SHORT);
        later(2_000);
        send(SHORT);
        assertThat(received()).contains("dense").doesNotContain("new dense", "new zstd");
        assertThat(sending.steppedDown()).isNull();
    }

    @Test
    void frameOfLevel0_whileTheLinkHasSteppedDown_isEncodedOnAWorker() {
        stepDown();

        send(Transport.READ_SIZE);

        assertThat(streams.work()).hasSize(1);
    }

    @Test
    void floodOfReadsUnderARuleForLevel0_stepsDownToZstd() throws Exception {
        streams.live().replace(level0());

        fillQueue(Transport.READ_SIZE);
        later(250);
        streams.finishWork();
        send(Transport.READ_SIZE);

        assertThat(received()).contains("new zstd");
        assertThat(sending.steppedDown()).isEqualTo(StepDownReason.QUEUE);
    }

    private void later(int millis) {
        now += TimeUnit.MILLISECONDS.toNanos(millis);
    }

    @Test
    void lightLoad_stepsBackToTheLevelOfThePolicy() throws Exception {
        stepDown();
        now += TimeUnit.SECONDS.toNanos(10);
        send(SHORT);
        now += TimeUnit.SECONDS.toNanos(2);
        long before = events.level0Frames(B).sum();
        send(SHORT);

        assertThat(received().stream().filter("new dense"::equals)).hasSize(1);
        assertThat(received).doesNotContain("new zstd", "zstd");
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
        received().clear();
        sendLate();
        assertThat(received()).contains("new dense");
        assertThat(events.level0Frames(B).sum()).isEqualTo(before);

        sending.renegotiated(SESSION.with(Codec.DENSE, offer));
        received().clear();
        sendLate();
        assertThat(received()).contains("new dense");
        assertThat(events.level0Frames(B).sum()).isGreaterThan(before);
    }

    @Test
    void reloadOfAPolicyForLevel0_beginsAContextOfIt() throws Exception {
        send(SHORT);
        streams.live().replace(level0());
        send(SHORT);
        send(SHORT);

        assertThat(received()).containsExactly("new dense", "new dense", "dense");
        assertThat(sending.wanted()).isEqualTo(CodecSpec.of(Codec.DENSE, 0));
    }

    /** Returns the configuration in use, with a rule for level 0. */
    private Config level0() {
        return streams.live()
                .current()
                .withPolicy(LinkEnvironments.ofA("{codec: dense, level: 0}", events, Runnable::run, () -> now)
                        .live()
                        .current()
                        .policy());
    }

    private void fillQueue(int length) {
        for (int i = 0; i < 100 && !sending.congested(); i++) {
            send(length);
        }
        assertThat(sending.congested()).isTrue();
    }

    private void sendLate() {
        send(LONG);
        send(40_000);
        streams.finishWork();
    }

    private void stepDown() {
        send(LONG);
        fillQueue(FLOOD);
        now += TimeUnit.MILLISECONDS.toNanos(250);
        streams.finishWork();
    }

    private void send(int length) {
        ByteBuf app = PooledByteBufAllocator.DEFAULT.directBuffer(length);
        for (int i = 0; i < length; i++) {
            app.writeByte(i % 251);
        }
        streams.send(app, now);
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
                Control control = ControlMessages.parse(payload);
                if (control.hasCheck()) {
                    receiving.verify(control.getCheck());
                } else if (control.hasRelease()) {
                    receiving.release(control.getRelease().getCodec());
                }
            }
        });
        return received;
    }

    private static String label(int codecId) {
        try {
            return Codec.ofId(codecId).label();
        } catch (MalformedDataException e) {
            throw new AssertionError(e);
        }
    }
}
