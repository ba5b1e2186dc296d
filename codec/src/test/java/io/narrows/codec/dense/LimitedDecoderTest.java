package io.narrows.codec.dense;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.narrows.testkit.Seed;
import java.nio.ByteBuffer;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Decoders whose memory is limited. */
@Tag("long")
class LimitedDecoderTest {
    /** All models of a piece: those of literals, of sizes, of phrases and of sequences. */
    private static final long MODELS = 510_000;

    private static final long MIXED_MODELS = 2_100_000;

    /** The encoder can tell which frames will be refused. */
    @ParameterizedTest
    @EnumSource
    void decode_refusesExactlyTheFramesAfterWhichItWouldHoldMore(Literals literals) throws Exception {
        long seed = Seed.of("LimitedDecoderTest, literals " + literals);
        Random random = new Random(seed);
        Traffic traffic = new Traffic(random);
        for (int round = 0; round < 60; round++) {
            FramePair pair = FramePair.mixed(new Effort(18, 4, literals), 19 + random.nextInt(4), random::nextBoolean);
            long limit = 90_000 + random.nextInt(700_000);
            pair.decoder.limitMemory(limit);
            boolean refused = false;
            while (!refused) {
                byte[] content = new byte[1 + random.nextInt(1 << 5 + random.nextInt(12))];
                traffic.of(content.length).get(content);
                byte[] frame = pair.encode(content);
                if (pair.encoder.decoderBytes() <= limit) {
                    assertThat(pair.decode(frame)).as("seed %d", seed).isEqualTo(content);
                } else {
                    assertRefused(pair, frame);
                    refused = true;
                }
            }
        }
    }

    private static void assertRefused(FramePair pair, byte[] frame) {
        assertThatExceptionOfType(DamagedFrameException.class)
                .isThrownBy(() -> pair.decode(frame))
                .withMessageMatching("context of \\d+ bytes \\(expected: at most \\d+\\)");
        assertThat(pair.decoder.memoryBytes()).isEqualTo(FrameDecoder.EMPTY_BYTES);
    }

    @Test
    void decode_afterTheLimitWasRaised_goesOn() throws Exception {
        FramePair pair = new FramePair(2, 22);
        Traffic traffic = new Traffic(new Random(1));
        for (int sent = 0; sent < 6 << 20; ) {
            byte[] content = new byte[5_000];
            traffic.of(content.length).get(content);
            byte[] frame = pair.encode(content);
            pair.decoder.limitMemory(pair.encoder.decoderBytes());

            assertThat(pair.decode(frame)).isEqualTo(content);
            assertThat(pair.decoder.memoryBytes()).isEqualTo(pair.encoder.decoderBytes());
            sent += content.length;
        }
    }

    @Test
    void limitMemory_ofLessThanIsHeld_isRefused_untilReset() throws Exception {
        FramePair pair = new FramePair(2, 22);
        Traffic traffic = new Traffic(new Random(2));
        for (int i = 0; i < 12; i++) {
            pair.pass(traffic.of(30_000));
        }
        long held = pair.decoder.memoryBytes();

        pair.decoder.limitMemory(held);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> pair.decoder.limitMemory(held - 1))
                .withMessage("limit of " + (held - 1) + " bytes (expected: at least " + held + ")");
        pair.reset();
        pair.decoder.limitMemory(300_000);

        pair.pass(traffic.of(10_000));
        assertThat(pair.decoder.memoryBytes())
                .isEqualTo(pair.encoder.decoderBytes())
                .isLessThan(300_000);
    }

    /** Frames of a few bytes with much content make the window grow. */
    @ParameterizedTest
    @ValueSource(longs = {100_000, 300_000, 900_000})
    void hostileFramesOfMuchContent_areRefusedBeforeTheWindowGrows(long limit) throws Exception {
        Beyond earlier = Beyond.limit(limit);
        assertRefused(earlier.pair(), earlier.frame()); // loads the classes, whose bytes would count
        Beyond hostile = Beyond.limit(limit);

        long before = allocatedBytes();
        assertRefused(hostile.pair(), hostile.frame());

        assertThat(allocatedBytes() - before).isLessThan(80_000);
    }

    /** A pair, and its next frame, which takes the decoder beyond its limit. */
    private record Beyond(FramePair pair, byte[] frame) {
        static Beyond limit(long limit) throws Exception {
            FramePair pair = new FramePair(2, 24);
            pair.decoder.limitMemory(limit);
            byte[] content = new byte[64 << 10];
            byte[] frame = pair.encode(content);
            while (pair.encoder.decoderBytes() <= limit) {
                pair.decode(frame);
                frame = pair.encode(content);
            }
            return new Beyond(pair, frame);
        }
    }

    private static long allocatedBytes() {
        return ((com.sun.management.ThreadMXBean) java.lang.management.ManagementFactory.getThreadMXBean())
                .getCurrentThreadAllocatedBytes();
    }

    @Test
    void learn_beyondTheLimit_isRefused() throws Exception {
        FramePair pair = new FramePair(2, 22);
        pair.pass(ByteBuffer.wrap(new byte[100]));
        pair.decoder.limitMemory(200_000);
        pair.learn(new byte[60_000]);

        assertThatExceptionOfType(DamagedFrameException.class)
                .isThrownBy(() -> pair.decoder.learn(ByteBuffer.wrap(new byte[60_000])));
        assertThat(pair.decoder.memoryBytes()).isEqualTo(FrameDecoder.EMPTY_BYTES);
    }

    @Test
    void stateOrDictionaryBeyondTheLimit_isRefused() throws Exception {
        FramePair pair = new FramePair(2, 22);
        Traffic traffic = new Traffic(new Random(3));
        for (int i = 0; i < 12; i++) {
            pair.pass(traffic.of(30_000));
        }
        ContextState state = pair.encoder.state();
        pair.reset();
        pair.encoder.beginFrom(state);
        pair.decoder.beginFrom(state);
        pair.decoder.limitMemory(pair.encoder.decoderBytesAfter(0, 1) - 1);
        assertRefused(pair, pair.encode(new byte[1]));

        pair.reset();
        long needed = pair.encoder.decoderBytesAfter(50_000, 0);
        pair.encoder.loadDictionary(ByteBuffer.wrap(new byte[50_000]));
        ByteBuffer first = ByteBuffer.wrap(pair.encode(new byte[1]));
        pair.decoder.limitMemory(needed - 1);
        assertThatExceptionOfType(DamagedFrameException.class)
                .isThrownBy(() -> pair.decoder.beginWithDictionary(first, ByteBuffer.wrap(new byte[50_000])));
    }

    /** Arbitrary bytes after any valid ones: at no time more than the limit and the models of a piece. */
    @ParameterizedTest
    @EnumSource(names = {"MIXED", "NIBBLES"})
    void arbitraryFrames_neverHoldMoreThanTheLimitAndAPiecesModels(Literals literals) throws Exception {
        long seed = Seed.of("LimitedDecoderTest, hostile, literals " + literals);
        Random random = new Random(seed);
        Traffic traffic = new Traffic(random);
        for (int round = 0; round < 100; round++) {
            FramePair pair = FramePair.mixed(new Effort(18, 4, literals), 22, random::nextBoolean);
            long limit = 110_000 + random.nextInt(1_000_000);
            pair.decoder.limitMemory(limit);
            for (int frames = random.nextInt(50); frames > 0; frames--) {
                ByteBuffer next = traffic.next(20_000);
                byte[] content = new byte[next.remaining()];
                next.get(content);
                byte[] frame = pair.encode(content);
                if (pair.encoder.decoderBytes() > limit) {
                    break;
                }
                pair.decode(frame);
            }
            long most = limit + (literals == Literals.MIXED ? MIXED_MODELS : MODELS);
            for (int frames = 0; frames < 10; frames++) {
                byte[] noise = new byte[1 + random.nextInt(2_000)];
                random.nextBytes(noise);
                try {
                    pair.decode(noise);
                    assertThat(pair.decoder.memoryBytes()).as("seed %d", seed).isLessThanOrEqualTo(limit);
                } catch (DamagedFrameException refused) {
                    assertThat(pair.decoder.memoryBytes()).as("seed %d", seed).isLessThanOrEqualTo(most);
                    break; // the link ends
                }
            }
        }
    }

    @Test
    void preparation_needsALimitForBothArrays() throws Exception {
        FramePair pair = new FramePair(2, 22);
        ByteBuffer content = ByteBuffer.allocate(10_000);
        for (int i = 0; i < 21; i++) {
            pair.pass(content.duplicate());
        }
        long held = pair.decoder.memoryBytes();
        long larger = History.memoryBytes(22, 512 << 10);

        pair.decoder.limitMemory(held + larger - 1);
        assertThat(pair.decoder.preparation()).isNull();
        pair.decoder.limitMemory(held + larger);
        Runnable preparation = pair.decoder.preparation();
        assertThat(preparation).isNotNull();
        preparation.run();
        assertThat(pair.decoder.memoryBytes()).isEqualTo(held + larger);

        pair.decoder.limitMemory(held + larger - 1);
        assertThat(pair.decoder.memoryBytes()).isEqualTo(held);
        pair.decoder.limitMemory(held + larger);
        assertThat(pair.decoder.preparation()).isNotNull();
        pair.decoder.limitMemory(held);
        assertThat(pair.decoder.preparation()).isNull();
    }

    @Test
    void encoderPreparation_needsPermissionForBothArrays() throws Exception {
        FramePair pair = new FramePair(2, 22);
        byte[] content = new byte[10_000];
        for (int i = 0; i < 21; i++) {
            pair.encode(content);
        }
        long held = pair.encoder.memoryBytes();
        long larger = History.memoryBytes(22, 512 << 10);

        assertThat(pair.encoder.preparation(held + larger - 1)).isNull();
        Runnable preparation = pair.encoder.preparation(held + larger);
        assertThat(preparation).isNotNull();
        preparation.run();
        assertThat(pair.encoder.memoryBytes()).isEqualTo(held + larger);
        assertThat(pair.encoder.preparation(held + larger - 1)).isNull();
        assertThat(pair.encoder.memoryBytes()).isEqualTo(held);
    }

    /** A task that waits for its thread must not take memory for a context that no longer wants it. */
    @Test
    void preparationThatIsRunAfterItWasDropped_takesNothing() throws Exception {
        FramePair pair = new FramePair(2, 22);
        for (int i = 0; i < 21; i++) {
            pair.pass(ByteBuffer.allocate(10_000));
        }
        Runnable preparation = pair.decoder.preparation();
        assertThat(preparation).isNotNull();
        pair.decoder.limitMemory(pair.decoder.memoryBytes());

        long before = allocatedBytes();
        preparation.run();

        assertThat(allocatedBytes() - before).isLessThan(10_000);
    }

    /** Models that need the bytes of prepared arrays get them. */
    @Test
    void modelsThatNeedTheBytesOfPreparedArrays_makeTheDecoderDropThem() throws Exception {
        FramePair pair = new FramePair(2, 22);
        for (int i = 0; i < 21; i++) {
            pair.pass(ByteBuffer.allocate(10_000));
        }
        long limit = pair.decoder.memoryBytes() + History.memoryBytes(22, 512 << 10);
        pair.decoder.limitMemory(limit);
        Runnable preparation = pair.decoder.preparation();
        assertThat(preparation).isNotNull();
        preparation.run();
        assertThat(pair.decoder.memoryBytes()).isEqualTo(limit);

        byte[] noise = new byte[2_000];
        new Random(1).nextBytes(noise);
        pair.pass(ByteBuffer.wrap(noise));

        assertThat(pair.decoder.memoryBytes())
                .isEqualTo(pair.encoder.decoderBytes())
                .isLessThan(limit);
    }
}
