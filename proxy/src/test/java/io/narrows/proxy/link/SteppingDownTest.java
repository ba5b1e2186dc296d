package io.narrows.proxy.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.codec.Codec;
import io.narrows.codec.Codecs;
import io.narrows.codec.MalformedDataException;
import io.narrows.config.Config;
import io.narrows.config.ConfigLoader;
import io.narrows.config.Location;
import io.narrows.config.TrafficClass;
import io.narrows.proxy.link.proto.Control;
import io.narrows.proxy.live.LiveConfig;
import io.narrows.proxy.meter.Direction;
import io.narrows.proxy.meter.EventMeter;
import io.narrows.proxy.meter.LatencyMeter;
import io.narrows.proxy.meter.StepDownReason;
import io.narrows.proxy.meter.TrafficMeter;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.embedded.EmbeddedChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A link whose policy says dense, under loads that dense can and cannot carry. The clock stands unless it is told to go. */
final class SteppingDownTest {
    private static final int LONG = 60_000;
    private static final int SHORT = 500;
    private static final Session SESSION = new Session(
            "b", new Location("r", "z", "hb"), 1, true, true, Map.of(Codec.DENSE, 23, Codec.ZSTD, 23, Codec.GZIP, 0));

    @TempDir
    private Path folder;

    private final Deque<Runnable> work = new ArrayDeque<>();
    private final EmbeddedChannel channel = new EmbeddedChannel();
    private final List<String> received = new ArrayList<>();
    private LinkEnvironment environment;
    private ReceivingStream receiving;
    private SendingStream sending;
    private long now = 1;

    @BeforeEach
    void open() throws Exception {
        Codecs codecs = Codecs.load();
        Config config = config();
        environment = new LinkEnvironment(
                new LiveConfig(config),
                codecs,
                new ContextBudget(codecs, 64 << 20),
                new LinkCensus(),
                new TrafficMeter(config.node().location(), config.tariff()),
                new EventMeter(),
                new LatencyMeter(),
                work::add,
                () -> now,
                new LogLimit(Duration.ZERO, System::nanoTime));
        FrameWriter frames = new FrameWriter(channel, false, new WireCounter());
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
                        throw new AssertionError(cause);
                    }
                });
    }

    @AfterEach
    void everythingIsReturned() {
        sending.close();
        receiving.close();
        channel.finishAndReleaseAll();

        assertThat(environment.contexts().usedBytes()).isZero();
    }

    @Test
    void firstLongFrame_leavesTheEventLoop() throws Exception {
        send(LONG);

        assertThat(work).hasSize(1);
        finishWork();
        assertThat(received()).containsExactly("new dense");
    }

    @Test
    void shortFrames_stayOnTheEventLoop() throws Exception {
        send(SHORT);
        send(SHORT);

        assertThat(work).isEmpty();
        assertThat(received()).containsExactly("new dense", "dense");
    }

    @Test
    void fullQueue_stepsDownAtAFramesBorder() throws Exception {
        fillTheQueue();
        finishWork();

        assertThat(received())
                .startsWith("new dense", "new zstd")
                .endsWith("zstd")
                .doesNotContain("dense");
        assertThat(sending.codec()).isEqualTo(Codec.ZSTD);
        assertThat(sending.steppedDown()).isEqualTo(StepDownReason.QUEUE);
        assertThat(sending.congested()).isFalse();
    }

    @Test
    void steppingBack_goesOnWithWhatDenseHasLearnt() throws Exception {
        fillTheQueue();
        finishWork();
        received().clear();

        now += TimeUnit.SECONDS.toNanos(10);
        send(SHORT);
        now += TimeUnit.SECONDS.toNanos(2);
        send(SHORT);

        assertThat(received()).containsExactly("release zstd", "dense", "dense");
        assertThat(sending.steppedDown()).isNull();
    }

    @Test
    void idleContextsOfBothCodecs_areReleased() throws Exception {
        fillTheQueue();
        finishWork();
        received().clear();

        now += TimeUnit.SECONDS.toNanos(60);
        assertThat(sending.releaseIfIdleFor(TimeUnit.SECONDS.toNanos(30), now)).isTrue();
        channel.flush();

        assertThat(received()).containsExactlyInAnyOrder("release dense", "release zstd");
        assertThat(environment.contexts().usedBytes()).isZero();
    }

    private void fillTheQueue() {
        while (!sending.congested()) {
            send(LONG);
        }
    }

    /** Bytes that compress. */
    private void send(int length) {
        ByteBuf app = PooledByteBufAllocator.DEFAULT.directBuffer(length);
        for (int i = 0; i < length; i++) {
            app.writeByte(i % 251);
        }
        sending.send(app, now);
        channel.flush();
    }

    private void finishWork() {
        while (!work.isEmpty()) {
            work.remove().run();
            channel.runPendingTasks();
        }
    }

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
        received.removeAll(Collections.singleton("check"));
        return received;
    }

    private String data(int head, ByteBuf payload) throws CorruptFrameException {
        receiving.decode(head, payload).release();
        return (FrameDescriptor.isNew(head) ? "new " : "") + label(FrameDescriptor.codecId(head));
    }

    private String control(ByteBuf payload) throws CorruptFrameException {
        Control control = ControlMessages.parse(payload);
        if (control.hasCheck()) {
            receiving.verify(control.getCheck());
            return "check";
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

    private Config config() throws Exception {
        Path file = folder.resolve("a.yaml");
        Files.writeString(file, """
                version: 1
                node: {id: a, region: r, zone: z, host: ha}
                link: {listen: 127.0.0.1:1}
                targets: {work: 127.0.0.1:2}
                peers: [{id: b, region: r, zone: z, host: hb, link: 127.0.0.1:3}]
                policy: [{codec: dense, level: 1}]
                admin: {listen: 127.0.0.1:4}
                """);
        return ConfigLoader.load(file);
    }
}
