package io.narrows.proxy.link.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.proxy.link.context.ContextWindows;
import io.narrows.proxy.link.frame.CorruptFrameException;
import io.narrows.proxy.link.hostile.Recording;
import io.narrows.proxy.link.proto.ContextWindow;
import io.narrows.proxy.link.proto.Control;
import io.narrows.proxy.link.proto.Control.KindCase;
import io.narrows.proxy.link.proto.Greeting;
import io.narrows.proxy.link.proto.Open;
import io.narrows.proxy.link.proto.Probe;
import io.narrows.proxy.link.support.DuplexEmbeddedChannel;
import io.narrows.proxy.link.support.EmbeddedLinks;
import io.narrows.proxy.link.support.FakePeer;
import io.narrows.proxy.link.support.LinkApplication;
import io.narrows.proxy.link.support.Message;
import io.narrows.proxy.link.support.SentFrames;
import io.narrows.proxy.link.support.WireBytes;
import io.narrows.proxy.meter.EventMeter;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import java.io.ByteArrayOutputStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Answers to lowered grants on an idle link, which has nothing else to send. Without an answer, the peer would end the link. */
final class LoweredGrantTest {
    private final Deque<Runnable> work = new ArrayDeque<>();
    private final EmbeddedLinks links =
            new EmbeddedLinks("{codec: zstd, level: 19}", new EventMeter(), work::add, () -> 0);
    private final LinkApplication application = new LinkApplication(false, false, UnpooledByteBufAllocator.DEFAULT);
    private final DuplexEmbeddedChannel channel = links.connect(true, application, UnpooledByteBufAllocator.DEFAULT);

    @AfterEach
    void close() {
        channel.finishAndReleaseAll();
    }

    @Test
    void idleLink_answersAtOnce() throws Exception {
        open(Open.newBuilder());

        say(Message.control(Control.newBuilder()
                        .setGrant(ContextWindows.of(CodecSpec.of(Codec.ZSTD, 3), 0).toBuilder()
                                .setLowering(7)))
                .sealed());

        assertThat(sent())
                .singleElement()
                .satisfies(answer -> assertThat(answer.getWant().getLowering()).isEqualTo(7));
    }

    @Test
    void answerToTheProbe_followsTheAnswerToTheGrant() throws Exception {
        open(Open.newBuilder().addGrants(grant(22)));
        encodeOffLoop();

        say(Message.control(Control.newBuilder().setGrant(grant(0).toBuilder().setLowering(7)))
                .sealed());
        say(Message.control(Control.newBuilder().setProbe(Probe.newBuilder().setLowering(7)))
                .sealed());
        assertThat(sent()).isEmpty();
        work.forEach(Runnable::run);
        channel.runPendingTasks();

        assertThat(sent()).extracting(Control::getKindCase).containsExactly(KindCase.WANT, KindCase.ANSWER);
    }

    @Test
    void answersToTheGrantAndItsProbe_shareASegment() throws Exception {
        open(Open.newBuilder().addGrants(grant(22)));
        FlushedWrites flushed = new FlushedWrites();
        channel.pipeline().addFirst(flushed);

        ByteArrayOutputStream read = new ByteArrayOutputStream();
        read.writeBytes(Message.control(
                        Control.newBuilder().setGrant(grant(0).toBuilder().setLowering(7)))
                .sealed());
        read.writeBytes(
                Message.control(Control.newBuilder().setProbe(Probe.newBuilder().setLowering(7)))
                        .sealed());
        say(read.toByteArray());

        assertThat(sent()).extracting(Control::getKindCase).containsExactly(KindCase.WANT, KindCase.ANSWER);
        assertThat(flushed.writes).containsExactly(2);
    }

    /** A flush counts as a keepalive. */
    @Test
    void answerThatWaitsForAFrame_isNotFlushedBefore() throws Exception {
        open(Open.newBuilder().addGrants(grant(22)));
        encodeOffLoop();
        FlushedWrites flushed = new FlushedWrites();
        channel.pipeline().addFirst(flushed);

        say(Message.control(Control.newBuilder().setProbe(Probe.newBuilder().setLowering(7)))
                .sealed());

        assertThat(flushed.withoutWrites).isZero();
        work.forEach(Runnable::run);
        channel.runPendingTasks();
        assertThat(sent()).extracting(Control::getKindCase).containsExactly(KindCase.ANSWER);
    }

    /** Counts the writes of each flush that has any, and the other flushes. */
    private static final class FlushedWrites extends ChannelOutboundHandlerAdapter {
        private final List<Integer> writes = new ArrayList<>();
        private int unflushed;
        private int withoutWrites;

        @Override
        public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
            unflushed++;
            context.write(message, promise);
        }

        @Override
        public void flush(ChannelHandlerContext context) {
            if (unflushed > 0) {
                writes.add(unflushed);
                unflushed = 0;
            } else {
                withoutWrites++;
            }
            context.flush();
        }
    }

    /** Greets and opens the link; the answers are discarded. */
    private void open(Open.Builder open) throws CorruptFrameException {
        channel.freezeTime();
        say(WireBytes.greeting(Greeting.newBuilder()
                .setHello(FakePeer.hello(Recording.NODE, Codec.NONE, Codec.ZSTD)
                        .setContextGrants(true)
                        .setPairLiveness(true))
                .build()));
        say(Message.control(Control.newBuilder().setOpen(open.setTarget(Recording.TARGET)))
                .sealed());
        ByteBuf hello = channel.readOutbound();
        hello.release();
        sent();
    }

    private void encodeOffLoop() {
        work.clear();
        byte[] noise = new byte[1 << 16];
        new Random(1).nextBytes(noise);
        application.link().send(Unpooled.directBuffer().writeBytes(noise), 0);
        application.link().flush();
        assertThat(work).as("a frame that is slow to encode").hasSize(1);
    }

    private static ContextWindow grant(int windowLog) {
        return ContextWindows.of(CodecSpec.of(Codec.ZSTD, 19), windowLog);
    }

    private void say(byte[] bytes) {
        channel.writeInbound(Unpooled.directBuffer().writeBytes(bytes));
    }

    private List<Control> sent() throws CorruptFrameException {
        return SentFrames.take(channel).controls();
    }
}
