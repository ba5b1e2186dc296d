package io.narrows.proxy.link.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narrows.codec.Codec;
import io.narrows.proxy.link.frame.ContentCheck;
import io.narrows.proxy.link.frame.CorruptFrameException;
import io.narrows.proxy.link.frame.FrameDescriptor;
import io.narrows.proxy.link.receive.ReceivingStream;
import io.narrows.proxy.link.support.LinkTermsBuilder;
import io.narrows.proxy.link.support.Streams;
import io.narrows.proxy.link.terms.LinkTerms;
import io.narrows.proxy.meter.EventMeter;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** References in places where a context cannot accept them. */
final class TaughtFrameTest {
    private static final int TAUGHT = FrameDescriptor.taught(Codec.DENSE);
    private static final LinkTerms SESSION =
            LinkTermsBuilder.sampled().decodes(Codec.DENSE, 23).build();

    private final Streams streams = new Streams("{codec: dense, level: 1}", SESSION, new EventMeter(), () -> 1);
    private final ReceivingStream receiving = streams.receiving();

    @AfterEach
    void everythingIsReturned() {
        streams.close();

        assertThat(streams.contextBytes()).isZero();
    }

    @Test
    void referenceBeforeTheFirstFrame_isRefused() {
        assertRefused(TAUGHT);
    }

    @Test
    void emptyFrame_beginsNoContext() {
        ByteBuf empty = Unpooled.directBuffer(0);

        assertThatThrownBy(() -> receiving.decode(FrameDescriptor.data(Codec.DENSE, true), empty, ContentCheck.NONE))
                .isInstanceOf(CorruptFrameException.class);
        assertRefused(TAUGHT);
        empty.release();
    }

    @Test
    void referenceInTheMiddle_isAccepted_butNotWithNewOrForAnotherCodec() throws Exception {
        receiveAFrame();

        receiving.learn(TAUGHT, new byte[600]);

        assertRefused(FrameDescriptor.taught(Codec.DENSE) | FrameDescriptor.data(Codec.NONE, true));
        assertRefused(FrameDescriptor.taught(Codec.ZSTD));
    }

    private void receiveAFrame() throws CorruptFrameException {
        streams.send(PooledByteBufAllocator.DEFAULT.directBuffer(100).writeZero(100), 1);
        streams.hear(new Streams.Heard() {
            @Override
            public void data(int head, ByteBuf payload, long check) throws CorruptFrameException {
                receiving.decode(head, payload, check).release();
            }

            @Override
            public void control(ByteBuf payload) {
                throw new AssertionError("a control message");
            }
        });
    }

    private void assertRefused(int head) {
        assertThatThrownBy(() -> receiving.learn(head, new byte[600]))
                .isInstanceOf(CorruptFrameException.class)
                .hasMessageEndingWith(
                        "frame with history references (expected: dense, in a context that has had a frame)");
    }
}
