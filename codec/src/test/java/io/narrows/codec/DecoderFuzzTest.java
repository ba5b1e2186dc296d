package io.narrows.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.codec.dictionary.Dictionary;
import io.narrows.testkit.Seed;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Checks that damaged input only causes a {@link MalformedDataException} and no access outside the given range. For a
 * long run: {@code mvn -pl codec -am test -Dtest=DecoderFuzzTest -Dnarrows.fuzz.runs=1000000}.
 */
@Tag("long")
class DecoderFuzzTest {
    private static final int RUNS = Integer.getInteger("narrows.fuzz.runs", 4_000);
    private static final int ROOM = 8 << 10;
    private static final ByteBuffer CANARIES = canaries();

    static Stream<CodecSpec> specs() {
        return DecoderLimitsTest.specs();
    }

    static Stream<CodecSpec> streams() {
        return DecoderLimitsTest.allSpecs();
    }

    static Stream<CodecSpec> streamsWithDictionary() {
        return streams().filter(spec -> spec.codec().beginsWithDictionary());
    }

    @ParameterizedTest
    @MethodSource("streams")
    void streamDecoder_damagedFrames(CodecSpec spec) {
        long seed = seed("stream " + spec);
        Random random = new Random(seed);
        Codecs codecs = Codecs.load();
        List<byte[]> frames = frames(codecs.streamEncoder(spec), random);

        decodeDamaged(frames, () -> codecs.streamDecoder(spec.codec(), spec.windowLog()), random, seed);
    }

    @ParameterizedTest
    @MethodSource("streamsWithDictionary")
    void streamDecoder_damagedFramesWithDictionary(CodecSpec spec) throws Exception {
        long seed = seed("stream with dictionary " + spec);
        Random random = new Random(seed);
        Codecs codecs = Codecs.load();
        try (StreamDictionary dictionary =
                codecs.dictionary(Dictionary.of(Samples.joined(Samples.postgres(), 2 * ROOM)))) {
            List<byte[]> frames = frames(codecs.streamEncoder(spec, dictionary), random);

            decodeDamaged(frames, () -> codecs.streamDecoder(spec.codec(), spec.windowLog(), dictionary), random, seed);
        }
    }

    private static void decodeDamaged(List<byte[]> frames, Supplier<StreamDecoder> open, Random random, long seed) {
        int refused = 0;
        for (int run = 0; run < RUNS; run++) {
            Memory memory = Memory.values()[run % 2];
            ByteBuffer dst = guarded(memory);
            try (StreamDecoder decoder = open.get()) {
                for (byte[] frame : frames) {
                    dst.clear().position(ROOM).limit(2 * ROOM);
                    decoder.decode(memory.of(random.nextInt(3) == 0 ? damaged(frame, random) : frame), dst);
                }
            } catch (MalformedDataException expected) {
                refused++;
            }
            assertGuardsIntact(dst, seed, run);
        }
        assertThat(refused).as("seed %d", seed).isGreaterThan(RUNS / 4);
    }

    @ParameterizedTest
    @MethodSource("specs")
    void blockCodec_damagedBlocks(CodecSpec spec) {
        decompressDamaged(Codecs.load().block(spec), seed("block " + spec));
    }

    @ParameterizedTest
    @MethodSource("specs")
    void blockCodec_damagedBlocksWithDictionary(CodecSpec spec) throws Exception {
        byte[] dictionary = Samples.joined(Samples.etcd(), 2 * ROOM);
        decompressDamaged(Codecs.load().block(spec, dictionary), seed("block with dictionary " + spec));
    }

    private static void decompressDamaged(BlockCodec codec, long seed) {
        Random random = new Random(seed);
        ByteBuffer block = ByteBuffer.allocate(codec.maxCompressedLength(ROOM));
        codec.compress(ByteBuffer.wrap(Samples.joined(Samples.etcd(), ROOM)), block);
        byte[] content = Memory.bytes(block.flip());

        int refused = 0;
        for (int run = 0; run < RUNS; run++) {
            ByteBuffer dst = guarded(Memory.values()[run % 2]);
            dst.position(ROOM).limit(2 * ROOM);
            try {
                codec.decompress(Memory.values()[run / 2 % 2].of(damaged(content, random)), dst, ROOM);
            } catch (MalformedDataException expected) {
                refused++;
            }
            assertGuardsIntact(dst, seed, run);
        }
        assertThat(refused).as("seed %d", seed).isGreaterThan(RUNS / 4);
    }

    /** Returns a few frames of an encoder, and closes it. */
    private static List<byte[]> frames(StreamEncoder encoder, Random random) {
        List<byte[]> contents = new ArrayList<>(Samples.postgres().subList(0, 3));
        contents.add(Samples.noise(random.nextLong(), 300));
        List<byte[]> frames = new ArrayList<>();
        try (encoder) {
            for (byte[] content : contents) {
                int length = Math.min(content.length, ROOM);
                ByteBuffer frame = ByteBuffer.allocate(encoder.maxFrameLength(length));
                encoder.encode(ByteBuffer.wrap(content, 0, length), frame);
                frames.add(Memory.bytes(frame.flip()));
            }
        }
        return frames;
    }

    /** Returns a frame with bytes flipped, overwritten, cut, inserted, or all replaced. */
    private static byte[] damaged(byte[] frame, Random random) {
        byte[] copy = frame.clone();
        int at = random.nextInt(copy.length);
        switch (random.nextInt(6)) {
            case 0 -> copy[at] ^= (byte) (1 << random.nextInt(8));
            case 1 -> copy[at] = (byte) random.nextInt();
            case 2 -> Arrays.fill(copy, at, Math.min(copy.length, at + 8), (byte) (random.nextBoolean() ? 0 : -1));
            case 3 -> copy = Arrays.copyOf(copy, at);
            case 4 -> copy = Arrays.copyOf(copy, copy.length + 1 + random.nextInt(64));
            default -> random.nextBytes(copy);
        }
        return copy;
    }

    /** Returns a buffer with room in the middle, and canaries before and after. */
    private static ByteBuffer guarded(Memory memory) {
        ByteBuffer dst = memory.allocate(3 * ROOM).slice();
        dst.duplicate().put(CANARIES.duplicate()).position(2 * ROOM).put(CANARIES.duplicate());
        return dst;
    }

    private static ByteBuffer canaries() {
        byte[] canaries = new byte[ROOM];
        Arrays.fill(canaries, (byte) 0x5a);
        return ByteBuffer.wrap(canaries);
    }

    private static void assertGuardsIntact(ByteBuffer dst, long seed, int run) {
        ByteBuffer all = dst.duplicate().clear();
        boolean intact =
                all.slice(0, ROOM).equals(CANARIES) && all.slice(2 * ROOM, ROOM).equals(CANARIES);
        assertThat(intact).as("seed %d, run %d wrote outside", seed, run).isTrue();
    }

    private static long seed(String what) {
        return Seed.of("DecoderFuzzTest, " + what);
    }
}
