package io.narrows.proxy.link.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.config.PeerId;
import io.narrows.config.TrafficClass;
import io.narrows.proxy.link.LinkState;
import io.narrows.proxy.link.frame.FrameDescriptor;
import io.narrows.proxy.link.hostile.Recording;
import io.narrows.proxy.link.proto.AskHistory;
import io.narrows.proxy.link.proto.Control;
import io.narrows.proxy.link.proto.Open;
import io.narrows.proxy.link.proto.Opened;
import io.narrows.proxy.link.registry.LinkEnvironment;
import io.narrows.proxy.link.registry.Watchdog;
import io.narrows.proxy.link.shared.LinkHistory;
import io.narrows.proxy.link.shared.Silence;
import io.narrows.proxy.link.support.CountingAllocator;
import io.narrows.proxy.link.support.DiscardingUser;
import io.narrows.proxy.link.support.DuplexEmbeddedChannel;
import io.narrows.proxy.link.support.EmbeddedLinks;
import io.narrows.proxy.link.support.LinkEnvironments;
import io.narrows.proxy.link.support.LinkTermsBuilder;
import io.narrows.proxy.link.support.Message;
import io.narrows.proxy.link.support.Payloads;
import io.narrows.proxy.meter.EventMeter;
import io.narrows.proxy.meter.Failure;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A link whose process runs out of memory, or whose user throws, must end, be counted, notify its user and return its
 * bytes, wherever the failure occurs. The methods called here must not throw, since their callers would not handle it.
 */
final class LinkFailureTest {
    private static final int HISTORY = 64 << 10;

    private long now;
    private final EventMeter events = new EventMeter();
    private final Deque<Runnable> work = new ArrayDeque<>();
    private final LinkEnvironment environment =
            LinkEnvironments.ofA("{codec: dense, level: 1, shared-history: true}", events, work::add, () -> now);
    private final CountingAllocator allocator = new CountingAllocator();
    private final DuplexEmbeddedChannel channel = new DuplexEmbeddedChannel(allocator);
    private final Application application = new Application();

    @BeforeEach
    void connect() throws Exception {
        channel.register();
    }

    @AfterEach
    void linkHasFailedOnce() {
        assertThat(events.recentFailures().latest().get(Failure.INTERNAL)).hasSize(1);
        assertThat(application.lost()).containsExactly(Failure.INTERNAL);
        assertThat(channel.isOpen()).isFalse();
        assertThat(environment.registry().size()).isZero();
        assertThat(environment.contexts().usedBytes()).isZero();
        channel.finishAndReleaseAll();
        assertThat(allocator.live()).isZero();
    }

    @Test
    void openThatThereIsNoMemoryFor() {
        Link link = dialled();
        allocator.exhaust();

        link.open(application, Recording.TARGET, TrafficClass.DEFAULT);
    }

    @Test
    void answerThatThereIsNoMemoryFor() {
        Link link = asked();
        allocator.exhaust();

        link.accept(application);
    }

    @Test
    void contentThatWaitedForTheAnswer_andTheUserFailsOver() {
        Link link = asked();
        hear(new Message(FrameDescriptor.data(Codec.NONE, false), new byte[100]));
        application.failsOverData = true;

        link.accept(application);
    }

    @Test
    void contentThatThereIsNoMemoryToSend() {
        Link link = opened();
        ByteBuf content = allocator.directBuffer().writeZero(100);
        allocator.exhaust();

        link.send(content, now);
    }

    @Test
    void endThatThereIsNoMemoryFor() {
        Link link = opened();
        allocator.exhaust();

        link.finish();
    }

    @Test
    void lastWordsThatThereIsNoMemoryFor() {
        Link link = opened();
        allocator.exhaust();

        link.abort();
    }

    @Test
    void wordsOfAnotherLinkThatThereIsNoMemoryFor() {
        opened();
        hear(Message.control(Control.newBuilder().setAskHistory(AskHistory.getDefaultInstance())));
        LinkHistory other = new LinkHistory(environment.histories(), new PeerId("b"), Runnable::run, new Silence());
        allocator.exhaust();

        other.sent().sends(Unpooled.wrappedBuffer(new byte[HISTORY]));
        channel.runPendingTasks();

        other.close();
    }

    @Test
    void pingThatThereIsNoMemoryFor() {
        opened();
        Watchdog watchdog =
                new Watchdog(environment.registry(), (loop, still) -> {}, List.of(channel.eventLoop()), () -> now);
        allocator.exhaust();
        now += TimeUnit.SECONDS.toNanos(5);

        channel.advanceTimeBy(1, TimeUnit.SECONDS);
        channel.runPendingTasks();

        watchdog.close();
    }

    @Test
    void endThatTheUserFailsOver() {
        Link link = opened();
        application.failsOverTheEnd = true;

        link.cut(Failure.INTERNAL);
    }

    @Test
    void contentThatWasDecodedAside_andTheUserFailsOver() {
        opened();
        application.failsOverData = true;

        hear(longFrame());
        decode();
    }

    @Test
    void contentThatThereIsNoMemoryToDecodeAside() {
        opened();
        hear(longFrame());
        allocator.exhaust();

        decode();
    }

    private void decode() {
        assertThat(work).hasSize(1);
        work.remove().run();
        channel.runPendingTasks();
    }

    private Link dialled() {
        return link(true);
    }

    /** Returns a link whose peer waits for the target. */
    private Link asked() {
        Link link = link(false);
        hear(Message.control(Control.newBuilder()
                .setOpen(Open.newBuilder().setTarget(Recording.TARGET).setTrafficClass(TrafficClass.DEFAULT.name()))));
        assertThat(link.state()).isEqualTo(LinkState.OPENING);
        return link;
    }

    private Link opened() {
        Link link = dialled();
        link.open(application, Recording.TARGET, TrafficClass.DEFAULT);
        hear(Message.control(Control.newBuilder().setOpened(Opened.getDefaultInstance())));
        assertThat(link.state()).isEqualTo(LinkState.OPEN);
        return link;
    }

    private Link link(boolean dialled) {
        return EmbeddedLinks.greeted(
                environment,
                new LinkTermsBuilder().dialled(dialled).decodes(Codec.DENSE, 23).build(),
                channel);
    }

    private void hear(Message message) {
        channel.writeInbound(allocator.directBuffer().writeBytes(message.sealed()));
        channel.runPendingTasks();
    }

    /** Returns a frame that is slow to decode. */
    private static Message longFrame() {
        byte[] noise = new byte[20_000];
        new Random(9).nextBytes(noise);
        byte[] payload = Payloads.first(CodecSpec.of(Codec.DENSE), noise);
        return new Message(FrameDescriptor.data(Codec.DENSE, true), payload);
    }

    /** Discards received bytes, or throws. */
    private static final class Application extends DiscardingUser {
        private boolean failsOverData;
        private boolean failsOverTheEnd;

        @Override
        public void data(ByteBuf bytes, long readAt) {
            super.data(bytes, readAt);
            if (failsOverData) {
                throw new IllegalStateException("data");
            }
        }

        @Override
        public void lost(Failure failure) {
            super.lost(failure);
            if (failsOverTheEnd) {
                throw new IllegalStateException("end");
            }
        }
    }
}
