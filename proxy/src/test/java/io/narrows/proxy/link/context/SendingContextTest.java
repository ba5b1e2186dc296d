package io.narrows.proxy.link.context;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.Codecs;
import io.narrows.config.PeerId;
import io.narrows.proxy.link.frame.FrameDescriptor;
import io.narrows.proxy.link.support.Ledgers;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import java.util.List;
import org.junit.jupiter.api.Test;

final class SendingContextTest {
    private static final int APP_BYTES = 64 * 1024;

    @Test
    void firstFrameOfALevel_isExpectedToTakeLonger_afterFramesOfTheOther() {
        ContextBudget budget = new ContextBudget(Codecs.load(), Ledgers.of(64 << 20));
        int bytes = 12_000; // more than a millisecond with the time that a first frame takes
        try (SendingContext context =
                budget.open(CodecSpec.of(Codec.DENSE, 1), 20, true, budget.sending(new PeerId("b")))) {
            encode(context, false);
            assertThat(context.isSlow(bytes, true)).isTrue();
            assertThat(context.tried(true)).isFalse();

            encode(context, true);
            assertThat(context.isSlow(bytes, true)).isFalse();
            assertThat(context.tried(true)).isTrue();
        }
    }

    @Test
    void firstFrameOfLevel0_isExpectedToTakeAsLongAsInCodeThatIsNotCompiled() {
        ContextBudget budget = new ContextBudget(Codecs.load(), Ledgers.of(64 << 20));
        try (SendingContext context =
                budget.open(CodecSpec.of(Codec.DENSE, 1), 20, true, budget.sending(new PeerId("b")))) {
            assertThat(context.isSlow(FrameDescriptor.SLOW_FRAME_BYTES, true)).isTrue();
        }
    }

    @Test
    void memoryBytes_ofDense_isWhatIsAllocated() {
        ContextBudget budget = new ContextBudget(Codecs.load(), Ledgers.of(64 << 20));
        try (SendingContext context =
                budget.open(CodecSpec.of(Codec.DENSE, 1), 22, true, budget.sending(new PeerId("b")))) {
            encode(context, false);

            assertThat(context.memoryBytes()).isBetween(1L, 200_000L);
        }
    }

    private static void encode(SendingContext context, boolean atLowerLevel) {
        ByteBuf app = PooledByteBufAllocator.DEFAULT.directBuffer(100).writeZero(100);
        context.encode(PooledByteBufAllocator.DEFAULT, app, List.of(), atLowerLevel)
                .release();
        app.release();
    }

    @Test
    void frameThatShrankMuch_pinsLittle() {
        ContextBudget budget = new ContextBudget(Codecs.load(), Ledgers.of(64 << 20));
        ByteBuf app = PooledByteBufAllocator.DEFAULT.directBuffer(APP_BYTES).writeZero(APP_BYTES);
        try (SendingContext context = budget.open(CodecSpec.of(Codec.ZSTD), 20, budget.sending(new PeerId("b")))) {
            ByteBuf framed = context.encode(PooledByteBufAllocator.DEFAULT, app);

            assertThat(framed.capacity()).isLessThan(1024);
            framed.release();
        } finally {
            app.release();
        }
    }
}
