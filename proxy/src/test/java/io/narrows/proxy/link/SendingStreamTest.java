package io.narrows.proxy.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.codec.Codec;
import io.narrows.codec.Codecs;
import io.narrows.config.Config;
import io.narrows.config.ConfigLoader;
import io.narrows.config.Location;
import io.narrows.config.TrafficClass;
import io.narrows.proxy.link.proto.Control;
import io.narrows.proxy.live.LiveConfig;
import io.narrows.proxy.meter.Direction;
import io.narrows.proxy.meter.EventMeter;
import io.narrows.proxy.meter.LatencyMeter;
import io.narrows.proxy.meter.RawReason;
import io.narrows.proxy.meter.TrafficMeter;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.embedded.EmbeddedChannel;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The order of frames while one is encoded on a worker. The clock makes every long frame look slow after the first. */
final class SendingStreamTest {
    private static final int LONG = 60_000;
    private static final Session SESSION =
            new Session("b", new Location("r", "z", "hb"), 1, true, true, Map.of(Codec.GZIP, 0));

    @TempDir
    private Path folder;

    private final Deque<Runnable> work = new ArrayDeque<>();
    private final EmbeddedChannel channel = new EmbeddedChannel();
    private final List<String> received = new ArrayList<>();
    private final EventMeter events = new EventMeter();
    private ContextBudget contexts;
    private ReceivingStream receiving;
    private SendingStream sending;
    private Throwable failure;
    private long now;

    @BeforeEach
    void open() throws Exception {
        Codecs codecs = Codecs.load();
        Config config = config();
        contexts = new ContextBudget(codecs, 64 << 20);
        LinkEnvironment environment = new LinkEnvironment(
                new LiveConfig(config),
                codecs,
                contexts,
                new LinkCensus(),
                new TrafficMeter(config.node().location(), config.tariff()),
                events,
                new LatencyMeter(),
                work::add,
                () -> now += TimeUnit.MILLISECONDS.toNanos(5),
                new LogLimit(Duration.ZERO, System::nanoTime));
        WireCounter wire = new WireCounter();
        FrameWriter frames = new FrameWriter(channel, false, wire);
        ControlWriter control = new ControlWriter(
                frames,
                environment.traffic().cell("b", SESSION.location(), TrafficClass.CONTROL, Codec.NONE, Direction.SENT));
        FrameSender sender = new FrameSender(environment, SESSION, TrafficClass.BULK, channel, frames, control);
        receiving = new ReceivingStream(environment, SESSION, TrafficClass.BULK, channel.alloc());
        sending = new SendingStream(
                channel, sender, environment.workers(), environment.nanoClock(), new SendingStream.Listener() {
                    @Override
                    public void wrote() {}

                    @Override
                    public void failed(Throwable cause) {
                        failure = cause;
                    }
                });
    }

    @AfterEach
    void everythingIsReturned() {
        sending.close();
        receiving.close();
        finishWork();
        channel.finishAndReleaseAll();

        assertThat(contexts.usedBytes()).isZero();
        assertThat(failure).isNull();
    }

    @Test
    void whatFollowsASlowFrameWaitsForIt() throws Exception {
        send('a', LONG);
        send('b', LONG);
        send('c', 3);
        sending.finish(() -> received.add("finished"));

        assertThat(received()).containsExactly("a" + LONG);
        assertThat(work).hasSize(1);

        finishWork();
        assertThat(received()).containsExactly("a" + LONG, "finished", "b" + LONG, "c3", "fin");
    }

    @Test
    void oneFrameIsEncodedAtATime() throws Exception {
        send('a', LONG);
        send('b', LONG);
        send('c', LONG);

        finishOne();

        assertThat(work).hasSize(1);
        assertThat(received()).containsExactly("a" + LONG, "b" + LONG);
    }

    @Test
    void cheapFramesDoNotLeaveTheEventLoop() throws Exception {
        send('a', LONG);
        send('b', 3);

        assertThat(work).isEmpty();
        assertThat(received()).containsExactly("a" + LONG, "b3");
    }

    @Test
    void applicationIsHeldBackWhileMuchIsQueued() {
        send('a', LONG);
        for (int i = 0; i < 5; i++) {
            assertThat(sending.congested()).isFalse();
            send('b', LONG);
        }

        assertThat(sending.congested()).isTrue();
        assertThat(sending.memoryBytes()).isGreaterThan(5 * LONG);

        finishWork();
        assertThat(sending.congested()).isFalse();
        assertThat(sending.memoryBytes()).isLessThan(2 * 256 * 1024);
    }

    @Test
    void contextIsFreedOnlyWhenTheWorkerIsDoneWithIt() {
        send('a', LONG);
        send('b', LONG);
        send('c', LONG);

        sending.close();
        assertThat(contexts.usedBytes()).isPositive();

        finishOne();
        assertThat(contexts.usedBytes()).isZero();
    }

    @Test
    void classChangesBehindWhatWasSentBefore() throws Exception {
        send('a', LONG);
        send('b', LONG);
        sending.reclassify(TrafficClass.HEARTBEAT);
        send('c', LONG);

        assertThat(sending.trafficClass()).isEqualTo(TrafficClass.BULK);
        finishWork();

        assertThat(sending.trafficClass()).isEqualTo(TrafficClass.HEARTBEAT);
        assertThat(received()).containsExactly("a" + LONG, "b" + LONG, "release", "c" + LONG);
    }

    @Test
    void queuedFrameThatCannotBeEncodedFailsTheLink() {
        send('a', LONG);
        send('b', LONG);
        ByteBuf queued = send('c', 3);
        work.remove().run();
        channel.config().setAllocator(new ExhaustedAllocator());

        channel.runPendingTasks();

        assertThat(failure).isInstanceOf(OutOfMemoryError.class);
        assertThat(queued.refCnt()).isZero();
        failure = null;
    }

    @Test
    void grpcMessagesThatAreCompressedGoRaw_andThoseThatAreNotDoNot() {
        sendBytes("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\4\0\0\0\0\0");
        for (int i = 0; i < 4; i++) {
            sendGrpc(1, LONG);
            finishWork();
        }
        assertThat(events.rawFrames("b", RawReason.GRPC_COMPRESSED).sum()).isEqualTo(3);

        for (int i = 0; i < 4; i++) {
            sendGrpc(0, LONG);
            finishWork();
        }
        assertThat(events.rawFrames("b", RawReason.GRPC_COMPRESSED).sum()).isEqualTo(4);
    }

    private void sendGrpc(int compressedFlag, int length) {
        ByteBuf frame = PooledByteBufAllocator.DEFAULT.directBuffer(length);
        frame.writeMedium(length - 9).writeShort(0).writeInt(1); // DATA of stream 1
        frame.writeByte(compressedFlag).writeInt(length - 14).writeZero(length - 14);
        sending.send(frame, now);
        channel.flush();
    }

    private void sendBytes(String ascii) {
        sending.send(channel.alloc().directBuffer().writeBytes(ascii.getBytes(StandardCharsets.US_ASCII)), now);
        channel.flush();
    }

    private ByteBuf send(char letter, int length) {
        ByteBuf app = PooledByteBufAllocator.DEFAULT.directBuffer(length);
        app.writeBytes(String.valueOf(letter).repeat(length).getBytes(StandardCharsets.UTF_8));
        sending.send(app, now);
        channel.flush();
        return app;
    }

    private void finishOne() {
        work.remove().run();
        channel.runPendingTasks();
    }

    private void finishWork() {
        while (!work.isEmpty()) {
            finishOne();
        }
    }

    /** What arrives, as letter and length, in order. */
    private List<String> received() throws CorruptFrameException {
        FrameReader reader = new FrameReader(false, new FrameReader.Sink() {
            @Override
            public boolean accepts() {
                return true;
            }

            @Override
            public void frame(int head, ByteBuf payload) throws CorruptFrameException {
                received.add(
                        FrameDescriptor.kind(head) == FrameDescriptor.KIND_DATA
                                ? data(head, payload)
                                : control(payload));
            }
        });
        for (ByteBuf written = channel.readOutbound(); written != null; written = channel.readOutbound()) {
            reader.read(channel.alloc(), written);
        }
        return received;
    }

    private String data(int head, ByteBuf payload) throws CorruptFrameException {
        ByteBuf app = receiving.decode(head, payload);
        String text = app.toString(StandardCharsets.UTF_8);
        app.release();
        assertThat(text).matches("(.)\\1*");
        return text.charAt(0) + "" + text.length();
    }

    private String control(ByteBuf payload) {
        try {
            Control control = Control.parseFrom(payload.nioBuffer());
            if (control.hasRelease()) {
                receiving.release(control.getRelease().getCodec());
            } else {
                receiving.verify(control.getFin().getCheck());
            }
            return control.hasRelease() ? "release" : "fin";
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private Config config() throws Exception {
        Path file = folder.resolve("a.yaml");
        Files.writeString(file, """
                version: 1
                node: {id: a, region: r, zone: z, host: ha}
                link: {listen: 127.0.0.1:1}
                targets: {work: 127.0.0.1:2}
                peers: [{id: b, region: r, zone: z, host: hb, link: 127.0.0.1:3}]
                policy:
                  - {class: heartbeat, codec: none}
                  - {codec: gzip, level: 9}
                admin: {listen: 127.0.0.1:4}
                """);
        return ConfigLoader.load(file);
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
