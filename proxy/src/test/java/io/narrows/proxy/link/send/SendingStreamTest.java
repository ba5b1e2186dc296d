package io.narrows.proxy.link.send;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.narrows.codec.Codec;
import io.narrows.config.TrafficClass;
import io.narrows.proxy.link.support.LinkTermsBuilder;
import io.narrows.proxy.link.support.Streams;
import io.narrows.proxy.link.terms.LinkTerms;
import io.narrows.proxy.meter.RawReason;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.embedded.EmbeddedChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The order of frames while a long one is encoded on a worker. By the test's clock every frame takes 5 ms. */
final class SendingStreamTest {
    private static final int LONG = 60_000;
    private static final LinkTerms SESSION = LinkTermsBuilder.sampled()
            .decodes(Codec.GZIP, 0)
            .decodes(Codec.ZSTD, 23)
            .build();

    private final SendingLink link = new SendingLink(
            "{class: heartbeat, codec: none}, {class: replication, codec: gzip, level: 1}, {class: grpc, codec: zstd, level: 19}, {codec: gzip, level: 9}",
            SESSION,
            (head, app) -> text(app));
    private final Streams streams = link.streams();
    private final EmbeddedChannel channel = streams.channel();
    private final SendingStream sending = link.sending();
    private final List<String> actions = new ArrayList<>();

    @BeforeEach
    void tick() {
        link.tick(TimeUnit.MILLISECONDS.toNanos(5));
    }

    @AfterEach
    void close() {
        link.close();
    }

    @Test
    void framesAfterASlowFrameWaitForIt() throws Exception {
        send('a', LONG);
        send('b', LONG);
        send('c', 3);
        sending.finish(() -> actions.add("finish"));

        assertThat(link.received()).isEmpty();
        assertThat(actions).isEmpty();
        assertThat(streams.work()).hasSize(1);

        streams.finishWork();
        assertThat(actions).containsExactly("finish");
        assertThat(link.received()).containsExactly("a" + LONG, "b" + LONG, "c3", "fin");
    }

    @Test
    void shortReadsThatWaitForASlowFrame_shareAFrame() throws Exception {
        send('a', LONG);
        for (int i = 0; i < 200; i++) {
            send('b', 20);
        }
        send('b', SendQueue.JOINED_BYTES);

        streams.finishWork();

        assertThat(link.received()).containsExactly("a" + LONG, "b4000", "b" + SendQueue.JOINED_BYTES);
    }

    @Test
    void readsOnBothSidesOfAnAction_doNotShareAFrame() throws Exception {
        send('a', LONG);
        send('b', 20);
        sending.inOrder(() -> actions.add("action"));
        send('b', 20);

        streams.finishWork();

        assertThat(actions).containsExactly("action");
        assertThat(link.received()).containsExactly("a" + LONG, "b20", "b20");
    }

    @Test
    void oneFrameIsEncodedAtATime() throws Exception {
        send('a', LONG);
        send('b', LONG);
        send('c', LONG);

        streams.finishOne();

        assertThat(streams.work()).hasSize(1);
        assertThat(link.received()).containsExactly("a" + LONG);
    }

    @Test
    void cheapFramesDoNotLeaveTheEventLoop() throws Exception {
        send('a', 3);
        send('b', 3);

        assertThat(streams.work()).isEmpty();
        assertThat(link.received()).containsExactly("a3", "b3");
    }

    @Test
    void firstFrameOfASlowLevelLeavesTheEventLoop_howeverShort() {
        sending.reclassify(TrafficClass.GRPC);

        send('a', 3);

        assertThat(streams.work()).hasSize(1);
        streams.finishWork();
    }

    @Test
    void shortFramesThatProveToBeSlow_leaveTheEventLoop() throws Exception {
        for (int i = 0; i < 10; i++) {
            send('a', 2000);
            streams.finishWork();
        }
        link.received();

        send('b', 2000);

        assertThat(streams.work()).hasSize(1);
        assertThat(link.received()).doesNotContain("b2000");
        streams.finishWork();
    }

    @Test
    void applicationIsHeldBackWhileMuchIsQueued() {
        send('a', LONG);
        for (int i = 0; i < 4; i++) {
            assertThat(sending.congested()).isFalse();
            send('b', LONG);
        }

        assertThat(sending.congested()).isTrue();
        assertThat(sending.memoryBytes()).isGreaterThan(5 * LONG);

        streams.finishWork();
        assertThat(sending.congested()).isFalse();
        assertThat(sending.memoryBytes()).isLessThan(2 * 256 * 1024);
    }

    @Test
    void contextIsFreedOnlyWhenTheWorkerIsDoneWithIt() {
        send('a', LONG);
        send('b', LONG);
        send('c', LONG);

        sending.close();
        assertThat(streams.contextBytes()).isPositive();

        streams.finishOne();
        assertThat(streams.contextBytes()).isZero();
    }

    @Test
    void classChangesBehindWhatWasSentBefore() throws Exception {
        send('a', LONG);
        send('b', LONG);
        sending.reclassify(TrafficClass.HEARTBEAT);
        send('c', LONG);

        assertThat(sending.trafficClass()).isEqualTo(TrafficClass.BULK);
        streams.finishWork();

        assertThat(sending.trafficClass()).isEqualTo(TrafficClass.HEARTBEAT);
        assertThat(link.received()).containsExactly("a" + LONG, "b" + LONG, "release gzip", "c" + LONG);
    }

    @Test
    void queuedFrameThatCannotBeEncodedFailsTheLink() {
        send('b', LONG);
        ByteBuf queued = send('c', 3);
        streams.work().remove().run();
        channel.config().setAllocator(new ExhaustedAllocator());

        channel.runPendingTasks();

        assertThat(streams.takeFailure()).isInstanceOf(OutOfMemoryError.class);
        assertThat(queued.refCnt()).isZero();
    }

    @Test
    void bytesOfManyFramesAreReturned_whenThereIsNoMemoryForTheFirst() {
        sending.reclassify(TrafficClass.REPLICATION);
        channel.config().setAllocator(new ExhaustedAllocator());

        assertReturned(compressible(2 * LONG));
    }

    @Test
    void rawBytesAreReturned_whenThereIsNoMemoryForTheirHeader() {
        sending.reclassify(TrafficClass.HEARTBEAT);
        channel.config().setAllocator(new ExhaustedAllocator());

        assertReturned(compressible(LONG));
        assertReturned(compressible(3));
    }

    @Test
    void bytesThatAreToWaitAreReturned_whenThereIsNoMemoryToCopyThem() {
        send('a', LONG);
        send('b', LONG);
        channel.config().setAllocator(new ExhaustedAllocator());

        assertReturned(compressible(LONG).readerIndex(LONG - 3));
        streams.work().remove().run();
        channel.runPendingTasks();
        assertThat(streams.takeFailure()).isInstanceOf(OutOfMemoryError.class);
    }

    private void assertReturned(ByteBuf app) {
        assertThatExceptionOfType(OutOfMemoryError.class).isThrownBy(() -> link.send(app));
        assertThat(app.refCnt()).isZero();
    }

    private static ByteBuf compressible(int length) {
        return PooledByteBufAllocator.DEFAULT.directBuffer(length).writeZero(length);
    }

    /** A CHECK follows each MiB. */
    @Test
    void frameThatIsEncodedButCannotBeSentToTheEnd_failsTheLink() {
        for (int i = 0; i < (1 << 20) / LONG; i++) {
            send('a', LONG);
            streams.finishWork();
        }
        send('b', LONG);
        streams.work().remove().run();
        channel.config().setAllocator(new ExhaustedAllocator());

        channel.runPendingTasks();

        assertThat(streams.takeFailure()).isInstanceOf(OutOfMemoryError.class);
    }

    @Test
    void lingeringBytesThatCannotBeSent_failTheLink() {
        SendingLink lingering = new SendingLink("{codec: gzip, linger: 1ms}", SESSION);
        EmbeddedChannel itsChannel = lingering.streams().channel();
        itsChannel.freezeTime();
        lingering.send(compressible(3));
        itsChannel.config().setAllocator(new ExhaustedAllocator());

        itsChannel.advanceTimeBy(1, TimeUnit.MILLISECONDS);
        itsChannel.runPendingTasks();

        assertThat(lingering.streams().takeFailure()).isInstanceOf(OutOfMemoryError.class);
        lingering.close();
    }

    @Test
    void grpcMessagesThatAreCompressedGoRaw_andThoseThatAreNotDoNot() {
        sendBytes("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\4\0\0\0\0\0");
        for (int i = 0; i < 4; i++) {
            sendGrpc(1, LONG);
            streams.finishWork();
        }
        assertThat(link.events()
                        .rawFrames(SendingLink.B, RawReason.GRPC_COMPRESSED)
                        .sum())
                .isEqualTo(3);

        for (int i = 0; i < 4; i++) {
            sendGrpc(0, LONG);
            streams.finishWork();
        }
        assertThat(link.events()
                        .rawFrames(SendingLink.B, RawReason.GRPC_COMPRESSED)
                        .sum())
                .isEqualTo(4);
    }

    private void sendGrpc(int compressedFlag, int length) {
        ByteBuf frame = PooledByteBufAllocator.DEFAULT.directBuffer(length);
        frame.writeMedium(length - 9).writeShort(0).writeInt(1); // DATA of stream 1
        frame.writeByte(compressedFlag).writeInt(length - 14).writeZero(length - 14);
        link.send(frame);
    }

    private void sendBytes(String ascii) {
        link.send(channel.alloc().directBuffer().writeBytes(ascii.getBytes(StandardCharsets.US_ASCII)));
    }

    private ByteBuf send(char letter, int length) {
        ByteBuf app = PooledByteBufAllocator.DEFAULT.directBuffer(length);
        app.writeBytes(String.valueOf(letter).repeat(length).getBytes(StandardCharsets.UTF_8));
        link.send(app);
        return app;
    }

    /** Returns content as its letter and length. */
    private static String text(ByteBuf app) {
        String text = app.toString(StandardCharsets.UTF_8);
        assertThat(text).matches("(.)\\1*");
        return text.charAt(0) + "" + text.length();
    }

    private static final class ExhaustedAllocator extends PooledByteBufAllocator {
        ExhaustedAllocator() {
            super(true);
        }

        @Override
        protected ByteBuf newDirectBuffer(int initialCapacity, int maxCapacity) {
            throw new OutOfMemoryError("direct memory");
        }
    }
}
