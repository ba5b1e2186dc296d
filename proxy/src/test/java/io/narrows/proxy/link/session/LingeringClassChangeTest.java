package io.narrows.proxy.link.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.codec.Codec;
import io.narrows.proxy.link.frame.CorruptFrameException;
import io.narrows.proxy.link.frame.FrameDescriptor;
import io.narrows.proxy.link.hostile.Recording;
import io.narrows.proxy.link.proto.Control;
import io.narrows.proxy.link.proto.Open;
import io.narrows.proxy.link.support.DuplexEmbeddedChannel;
import io.narrows.proxy.link.support.EmbeddedLinks;
import io.narrows.proxy.link.support.LinkApplication;
import io.narrows.proxy.link.support.Message;
import io.narrows.proxy.link.support.SentFrames;
import io.narrows.proxy.meter.EventMeter;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Changes of a link's class by received bytes while sent bytes linger, which must then reach the socket immediately. */
final class LingeringClassChangeTest {
    private static final byte[] OWN = "own bytes".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] GRPC = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    private final Deque<Runnable> work = new ArrayDeque<>();
    private final EmbeddedLinks links =
            new EmbeddedLinks("{codec: none, linger: 10ms}", new EventMeter(), work::add, () -> 0);
    private final LinkApplication application = new LinkApplication(false, false, UnpooledByteBufAllocator.DEFAULT);
    private final DuplexEmbeddedChannel channel = links.connect(true, application, UnpooledByteBufAllocator.DEFAULT);

    @BeforeEach
    void open() {
        channel.freezeTime();
        say(Recording.all().get(0).messages().get(0));
        say(Message.control(Control.newBuilder().setOpen(Open.newBuilder().setTarget(Recording.TARGET))));
        ByteBuf first = channel.readOutbound();
        first.release(); // the hello
    }

    @AfterEach
    void close() {
        channel.finishAndReleaseAll();
    }

    @Test
    void bytesLinger_whileTheClassStays() throws Exception {
        send();
        say(raw("hello".getBytes(StandardCharsets.US_ASCII)));

        assertThat(sent()).isEmpty();
    }

    @Test
    void receivedBytesChangeTheClass_andLingeringBytesLeave() throws Exception {
        send();
        say(raw(GRPC));

        assertThat(sent()).containsExactly("own bytes");
    }

    private void send() {
        application.link().send(Unpooled.copiedBuffer(OWN), 0);
        application.link().flush();
    }

    private static Message raw(byte[] bytes) {
        return new Message(FrameDescriptor.data(Codec.NONE, false), bytes);
    }

    private void say(Message message) {
        channel.writeInbound(Unpooled.directBuffer().writeBytes(message.sealed()));
    }

    /** Returns the data frames written to the socket since the last call. */
    private List<String> sent() throws CorruptFrameException {
        return SentFrames.take(channel).data();
    }
}
