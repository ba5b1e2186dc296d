package io.narrows.proxy.link.receive;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.Codecs;
import io.narrows.codec.StreamEncoder;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The cost that frames of both levels of a context of dense are expected to have; the clock moves 1 ns for each frame. */
final class ReceivingContextTest {
    private static final int PAYLOAD = 30_000;

    private final Codecs codecs = Codecs.load();
    private final StreamEncoder encoder = codecs.streamEncoder(CodecSpec.of(Codec.DENSE, 1), true);
    private final Random random = new Random(1);
    private long now;
    private final ReceivingContext context =
            new ReceivingContext(Codec.DENSE, codecs.streamDecoder(Codec.DENSE, 22), false, 0, () -> {}, () -> now++);

    @AfterEach
    void close() {
        encoder.close();
        context.close();
    }

    @Test
    void framesOfLevel0_doNotMakeThoseOfOtherLevelsSeemFast() throws Exception {
        decode(false);
        for (int i = 0; i < 30; i++) {
            decode(true);
        }
        assertThat(context.isSlow(PAYLOAD)).isTrue();

        for (int i = 0; i < 30; i++) {
            decode(false);
        }
        assertThat(context.isSlow(PAYLOAD)).isFalse();
    }

    @Test
    void contextWithFramesOfLevel0Only_hasTheirCost() throws Exception {
        assertThat(context.isSlow(PAYLOAD)).isTrue();
        for (int i = 0; i < 30; i++) {
            decode(true);
        }
        assertThat(context.isSlow(PAYLOAD)).isFalse();

        decode(false);
        assertThat(context.isSlow(PAYLOAD)).isTrue();
    }

    private void decode(boolean isLevel0) throws Exception {
        byte[] content = new byte[5_000];
        random.nextBytes(content);
        ByteBuffer frame = ByteBuffer.allocate(encoder.maxFrameLength(content.length));
        if (isLevel0) {
            encoder.encodeAtLevel0(ByteBuffer.wrap(content), frame);
        } else {
            encoder.encode(ByteBuffer.wrap(content), frame);
        }
        ByteBuf payload = Unpooled.wrappedBuffer(frame.flip());
        context.decode(PooledByteBufAllocator.DEFAULT, payload).app().release();
    }
}
