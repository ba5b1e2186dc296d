package io.narrows.codec.dense;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.testkit.Seed;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The encoder knows the memory of its decoder, exactly, and that of the window's next step before it encodes. */
@Tag("long")
class DecoderBytesTest {
    private static final int LONGEST = 64 << 10;

    static Stream<Arguments> contexts() {
        return Arrays.stream(Literals.values())
                .flatMap(literals -> IntStream.of(FrameEncoder.VERSION_1, FrameEncoder.VERSION_2)
                        .boxed()
                        .flatMap(
                                version -> Stream.of(17, 18, 19, 22).map(log -> Arguments.of(literals, version, log))));
    }

    private static FramePair pair(Literals literals, int version, int windowLog, Random random) {
        Effort effort = new Effort(18, 4, literals);
        return version == FrameEncoder.VERSION_1
                ? FramePair.older(effort, windowLog)
                : FramePair.mixed(effort, windowLog, () -> random.nextInt(3) == 0);
    }

    @ParameterizedTest
    @MethodSource("contexts")
    void decoderBytes_afterEachFrame_equalsWhatTheDecoderHolds(Literals literals, int version, int windowLog)
            throws Exception {
        Random random = new Random(Seed.of("DecoderBytesTest, " + literals + ", " + version + ", " + windowLog));
        Traffic traffic = new Traffic(random);
        FramePair pair = pair(literals, version, windowLog, random);
        ContextState state = null;
        for (int context = 0; context < 6; context++) {
            int most = 1 << 14 + random.nextInt(windowLog - 12);
            for (int sent = 0; sent < most; ) {
                ByteBuffer next =
                        random.nextInt(8) == 0 ? traffic.of(1 + random.nextInt(LONGEST)) : traffic.next(LONGEST);
                byte[] learnt = new byte[sent == 0 || random.nextInt(4) > 0 ? 0 : 1 + random.nextInt(LONGEST)];
                next.duplicate().get(learnt, 0, Math.min(learnt.length, next.remaining()));

                assertForeseen(pair, learnt, next, sent == 0 && state != null ? state.rowBytes() : 0);
                sent += learnt.length + next.remaining();
            }
            if (context == 3) {
                state = pair.encoder.state();
            }
            pair.reset();
            assertThat(pair.encoder.decoderBytes()).isEqualTo(pair.decoder.memoryBytes());
            if (state != null) {
                pair.encoder.beginFrom(state);
                pair.decoder.beginFrom(state);
            }
        }
    }

    /** @param inKeptRoom bytes of models for which an encoder that was restarted may have room */
    private static void assertForeseen(FramePair pair, byte[] learnt, ByteBuffer next, long inKeptRoom)
            throws Exception {
        long foreseen = pair.encoder.decoderBytesAfter(learnt.length, next.remaining());
        long foreseenOwn = pair.encoder.memoryBytesAfter(learnt.length, next.remaining());
        if (learnt.length > 0) {
            pair.learn(learnt);
        }
        pair.pass(next);

        long bytes = pair.encoder.decoderBytes();
        assertThat(pair.decoder.memoryBytes()).isEqualTo(bytes);
        assertThat(RealMemory.of(pair.decoder, pair.workspace())).isEqualTo(bytes);
        assertThat(pair.encoder.decoderBytesAfter(0, 0)).isEqualTo(bytes);
        assertThat(pair.encoder.memoryBytesAfter(0, 0)).isEqualTo(pair.encoder.memoryBytes());
        long ofModels = bytes - foreseen;
        assertThat(ofModels).isBetween(0L, 2_100_000L);
        assertThat(pair.encoder.memoryBytes() - foreseenOwn).isBetween(-inKeptRoom, ofModels);
    }

    /** Nothing but models makes a difference, so frames whose models are in use take exactly what was foreseen. */
    @ParameterizedTest
    @MethodSource("contexts")
    void bytesAfter_contentWithoutNewModels_areExact(Literals literals, int version, int windowLog) throws Exception {
        FramePair pair = version == FrameEncoder.VERSION_1
                ? FramePair.older(new Effort(18, 4, literals), windowLog)
                : new FramePair(new Effort(18, 4, literals), windowLog);
        byte[] zeros = new byte[7_001];
        for (int i = 0; i < 20; i++) {
            pair.pass(ByteBuffer.wrap(zeros));
            pair.learn(zeros);
        }
        pair.reset();
        for (int i = 0; i < 5; i++) {
            pair.pass(ByteBuffer.wrap(zeros)); // all models that further ones need
        }
        for (int sent = 0; sent < 3 << windowLog; ) {
            int learnt = sent % 3 == 0 ? 0 : sent % 5_000;
            long foreseen = pair.encoder.decoderBytesAfter(learnt, zeros.length);
            long own = pair.encoder.memoryBytesAfter(learnt, zeros.length);
            if (learnt > 0) {
                pair.learn(Arrays.copyOf(zeros, learnt));
            }
            pair.pass(ByteBuffer.wrap(zeros));
            sent += learnt + zeros.length;

            assertThat(pair.decoder.memoryBytes()).isEqualTo(foreseen);
            assertThat(pair.encoder.memoryBytes()).isEqualTo(own);
        }
    }
}
