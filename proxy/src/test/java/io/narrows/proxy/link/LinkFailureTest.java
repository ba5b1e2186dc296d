package io.narrows.proxy.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.Codecs;
import io.narrows.codec.StreamEncoder;
import io.narrows.config.Location;
import io.narrows.config.TrafficClass;
import io.narrows.proxy.link.proto.Control;
import io.narrows.proxy.link.proto.Opened;
import io.narrows.proxy.link.proto.Refused;
import io.narrows.proxy.meter.EventMeter;
import io.narrows.proxy.meter.Failure;
import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A link whose process runs out of memory, or whose user throws, ends, is counted, tells its user and returns its bytes, wherever
 * that shows.
 */
final class LinkFailureTest {
    private static final Session SESSION =
            new Session("b", new Location("r", "z", "hb"), 1, false, true, true, Map.of(Codec.DENSE, 23));

    private long now;
    private final EventMeter events = new EventMeter();
    private final Deque<Runnable> work = new ArrayDeque<>();
    private final LinkEnvironment environment = LinkEnvironments.ofA("{codec: none}", events, work::add, () -> now);
    private final CountingAllocator allocator = new CountingAllocator();
    private final DuplexEmbeddedChannel channel = new DuplexEmbeddedChannel(allocator);
    private final Application application = new Application();
    private Link link;

    @BeforeEach
    void openLink() throws Exception {
        channel.register();
        link = new Link(environment, SESSION, (opened, open) -> {}, channel, new WireCounter());
        channel.pipeline().addLast(new LinkHandler(link));
        link.open(application, Recording.TARGET, TrafficClass.DEFAULT);
        hear(Message.control(Control.newBuilder().setOpened(Opened.getDefaultInstance())));
        assertThat(link.state()).isEqualTo(Link.State.OPEN);
    }

    @AfterEach
    void linkHasFailedOnce() {
        assertThat(events.recentFailures().latest().get(Failure.INTERNAL)).hasSize(1);
        assertThat(application.lost).containsExactly(Failure.INTERNAL);
        assertThat(channel.isOpen()).isFalse();
        assertThat(environment.census().size()).isZero();
        assertThat(environment.contexts().usedBytes()).isZero();
        channel.finishAndReleaseAll();
        assertThat(allocator.live()).isZero();
    }

    @Test
    void lastWordsThatThereIsNoMemoryFor() {
        allocator.exhaust();

        link.abort();
    }

    @Test
    void pingThatThereIsNoMemoryFor() {
        Watchdog watchdog = new Watchdog(environment.census(), List.of(channel.eventLoop()));
        allocator.exhaust();
        now += TimeUnit.SECONDS.toNanos(5);

        channel.advanceTimeBy(1, TimeUnit.SECONDS);
        channel.runPendingTasks();

        watchdog.close();
    }

    @Test
    void contentThatWasDecodedAside_andTheUserFailsOver() {
        application.fails = true;

        hear(longFrame());
        decode();
    }

    @Test
    void contentThatThereIsNoMemoryToDecodeAside() {
        hear(longFrame());
        allocator.exhaust();

        decode();
    }

    private void decode() {
        assertThat(work).hasSize(1);
        work.remove().run();
        channel.runPendingTasks();
    }

    private void hear(Message message) {
        channel.writeInbound(allocator.directBuffer().writeBytes(message.sealed()));
        channel.runPendingTasks();
    }

    /** Slow to decode. */
    private static Message longFrame() {
        byte[] noise = new byte[20_000];
        new Random(9).nextBytes(noise);
        try (StreamEncoder encoder = Codecs.load().streamEncoder(CodecSpec.of(Codec.DENSE))) {
            ByteBuffer frame = ByteBuffer.allocate(encoder.maxFrameLength(noise.length));
            encoder.encode(ByteBuffer.wrap(noise), frame);
            byte[] payload = new byte[frame.flip().remaining()];
            frame.get(payload);
            return new Message(FrameDescriptor.data(Codec.DENSE, true), payload);
        }
    }

    /** Takes what comes, and may fail over it. */
    private static final class Application implements LinkUser {
        private final List<Failure> lost = new ArrayList<>();
        private boolean fails;

        @Override
        public void opened() {}

        @Override
        public void refused(Refused refused) {}

        @Override
        public boolean accepts() {
            return true;
        }

        @Override
        public void data(ByteBuf bytes, long readAt) {
            bytes.release();
            if (fails) {
                throw new IllegalStateException("application");
            }
        }

        @Override
        public void dataComplete() {}

        @Override
        public void finished() {}

        @Override
        public void reset() {}

        @Override
        public void lost(Failure failure) {
            lost.add(failure);
        }

        @Override
        public void linkWritable(boolean writable) {}
    }
}
