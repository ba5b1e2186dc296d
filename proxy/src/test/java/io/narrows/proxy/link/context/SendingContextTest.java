package io.narrows.proxy.link.context;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.Codecs;
import io.narrows.codec.DictionaryTraining;
import io.narrows.codec.StreamDictionary;
import io.narrows.codec.StreamEncoder;
import io.narrows.codec.dense.ContextState;
import io.narrows.codec.dictionary.Dictionary;
import io.narrows.config.PeerId;
import io.narrows.proxy.link.frame.FrameDescriptor;
import io.narrows.proxy.link.primed.Origin;
import io.narrows.proxy.link.support.Ledgers;
import io.narrows.proxy.link.support.Orders;
import io.narrows.proxy.link.support.Payloads;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

    @ParameterizedTest
    @CsvSource({"ZSTD, 6", "DENSE, 0"})
    void contextWithADictionary_hasSomethingToLose_andItsFirstFrameMayBeSlow(Codec codec, int level) throws Exception {
        Codecs codecs = Codecs.load();
        ContextBudget budget = new ContextBudget(codecs, Ledgers.of(64 << 20));
        CodecSpec spec = CodecSpec.of(codec, level);
        byte[] bytes = Orders.of(new Random(1), Dictionary.MAX_BYTES);
        try (StreamDictionary dictionary = codecs.dictionary(Dictionary.of(bytes));
                SendingContext context = budget.open(spec, 20, budget.sending(new PeerId("b")))) {
            assertThat(context.hasLittleToLose()).isTrue();
            assertThat(context.isSlow(100, false)).isFalse();

            context.beginWith(dictionary, () -> true);
            assertThat(context.hasLittleToLose()).isFalse();
            assertThat(context.isSlow(100, false)).isTrue();

            encode(context, false);
            assertThat(context.isSlow(100, false)).isFalse();
        }
    }

    /** zstd and level 3 of dense do not load the frames. */
    @ParameterizedTest
    @CsvSource({"ZSTD, 6", "DENSE, 3"})
    void framesOfADictionary_doNotMakeTheFirstFrameSlower(Codec codec, int level) throws Exception {
        Codecs codecs = Codecs.load();
        ContextBudget budget = new ContextBudget(codecs, Ledgers.of(64 << 20));
        CodecSpec spec = CodecSpec.of(codec, level);
        try (StreamDictionary dictionary = codecs.dictionary(framed());
                SendingContext context = budget.open(spec, 20, budget.sending(new PeerId("b")))) {
            assertThat(context.isSlow(100, false)).isFalse();

            context.beginWith(dictionary, () -> true);

            assertThat(context.beginning().hasDictionary()).isTrue();
            assertThat(context.isSlow(100, false)).isFalse();
        }
    }

    /** Returns a dictionary of which almost all are frames. */
    private static Dictionary framed() throws Exception {
        byte[] orders = Orders.of(new Random(1), 256 << 10);
        List<byte[]> reads = new ArrayList<>();
        for (int at = 0; at < orders.length; at += 256) {
            reads.add(Arrays.copyOfRange(orders, at, at + 256));
        }
        Dictionary trained =
                DictionaryTraining.train(reads, Dictionary.MAX_BYTES).orElseThrow();
        List<byte[]> frames = new ArrayList<>();
        for (ByteBuffer frame : trained.frames()) {
            byte[] bytes = new byte[frame.remaining()];
            frame.get(bytes);
            frames.add(bytes);
        }
        assertThat(trained.frameBytes()).isGreaterThan(30_000);
        return Dictionary.of(Dictionary.of(Arrays.copyOf(orders, Dictionary.MIN_BYTES)), frames);
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
