package io.narrows.proxy.link.context;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.Codecs;
import io.narrows.codec.StreamEncoder;
import io.narrows.codec.dense.ContextState;
import io.narrows.config.PeerId;
import io.narrows.proxy.link.frame.FrameDescriptor;
import io.narrows.proxy.link.primed.Origin;
import io.narrows.proxy.link.support.Ledgers;
import io.narrows.proxy.link.support.Payloads;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import java.util.List;
import java.util.Random;
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
    void firstFrameOfAContextThatBeginsFromAState_isExpectedToTakeLonger() {
        ContextBudget budget = new ContextBudget(Codecs.load(), Ledgers.of(64 << 20));
        int bytes = 5_000; // less than a millisecond without a state
        try (SendingContext context =
                budget.open(CodecSpec.of(Codec.DENSE, 1), 20, true, budget.sending(new PeerId("b")))) {
            assertThat(context.isSlow(bytes, false)).isFalse();

            context.beginFrom(new Origin(0, largeState()), () -> true);
            assertThat(context.isSlow(bytes, false)).isTrue();

            encode(context, false);
            assertThat(context.isSlow(bytes, false)).isFalse();
        }
    }

    @Test
    void firstFrameOfAContextThatBeginsFromAState_isExpectedToTakeLittleLonger_onceTheCodeIsCompiled() {
        ContextBudget budget = new ContextBudget(Codecs.load(), Ledgers.of(64 << 20));
        ContextState state = largeState();
        for (int i = 0; i < LoadingCost.COMPILED_AFTER; i++) {
            try (SendingContext context = primed(budget, state)) {
                assertThat(context.isSlow(100, false)).isTrue();
                encode(context, false);
            }
        }

        try (SendingContext context = primed(budget, state)) {
            assertThat(context.isSlow(100, false)).isFalse();
        }
    }

    private static SendingContext primed(ContextBudget budget, ContextState state) {
        SendingContext context = budget.open(CodecSpec.of(Codec.DENSE, 1), 20, true, budget.sending(new PeerId("b")));
        context.beginFrom(new Origin(0, state), () -> true);
        return context;
    }

    private static ContextState largeState() {
        byte[] noise = new byte[APP_BYTES];
        new Random(4).nextBytes(noise);
        try (StreamEncoder encoder = Codecs.load().streamEncoder(CodecSpec.of(Codec.DENSE, 1), true)) {
            Payloads.next(encoder, noise);
            return encoder.state();
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
