package io.narrows.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.narrows.codec.dense.ArrayPool;
import io.narrows.codec.dense.Effort;
import io.narrows.codec.dense.FrameEncoder;
import io.narrows.codec.dense.Workspace;
import io.narrows.codec.dictionary.Dictionary;
import io.narrows.codec.dictionary.InvalidDictionaryException;
import io.narrows.testkit.ByteMutator;
import io.narrows.testkit.Seed;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests dictionaries whose frames train the models of dense. */
class DictionaryFramesTest {
    private static final Codecs CODECS = Codecs.load();
    private static final List<byte[]> READS = Samples.postgres();
    private static final int HALF = READS.size() / 2;

    private static Dictionary trained() {
        return DictionaryTraining.train(READS.subList(0, HALF), 32 << 10).orElseThrow();
    }

    private static Dictionary withoutFrames(Dictionary dictionary) throws InvalidDictionaryException {
        return Dictionary.of(Memory.bytes(dictionary.shared()));
    }

    @ParameterizedTest
    @ValueSource(ints = {16 << 10, 64 << 10, Dictionary.MAX_BYTES})
    void train_largeEnough_hasFramesOfUpToThreeSevenths(int maxBytes) {
        Dictionary dictionary =
                DictionaryTraining.train(READS.subList(0, HALF), maxBytes).orElseThrow();

        assertThat(dictionary.hasFrames()).isTrue();
        assertThat(dictionary.length()).isLessThanOrEqualTo(maxBytes);
        int frames = dictionary.length() - dictionary.shared().remaining() - Dictionary.FRAMED_BYTES;
        assertThat(frames).isBetween(1000, maxBytes * 3 / 7);
    }

    @Test
    void train_small_hasNoFrames() {
        assertThat(DictionaryTraining.train(READS, 9 << 10).orElseThrow().hasFrames())
                .isFalse();
    }

    /** Its frame alone would not fit. */
    @Test
    void train_largeFirstRead_hasFrames() throws Exception {
        byte[] large = new byte[32 << 10];
        new Random(1).nextBytes(large);
        List<byte[]> reads = new ArrayList<>(READS.subList(0, HALF));
        reads.add(0, large);

        Dictionary dictionary = DictionaryTraining.train(reads, 32 << 10).orElseThrow();

        assertThat(dictionary.hasFrames()).isTrue();
        CODECS.dictionary(dictionary).close();
    }

    @Test
    void train_tinyReads_hasNoMoreFramesThanADictionaryCanHave() throws Exception {
        List<byte[]> reads = IntStream.range(0, 40_000)
                .mapToObj(i -> Arrays.copyOfRange(READS.get(i % HALF), 0, 8))
                .toList();

        Dictionary dictionary =
                DictionaryTraining.train(reads, Dictionary.MAX_BYTES).orElseThrow();

        assertThat(dictionary.frameCount()).isBetween(2000, Dictionary.MAX_FRAMES);
        CODECS.dictionary(dictionary).close();
    }

    @Test
    void train_sampleLargerThanTheContentOfFramesMayBe_isCut() throws Exception {
        List<byte[]> reads = new ArrayList<>(READS.subList(0, HALF));
        ByteBuffer large = ByteBuffer.allocate(2 << 20);
        for (int i = 0; large.hasRemaining(); i++) {
            byte[] read = READS.get(i % 8);
            large.put(read, 0, Math.min(read.length, large.remaining()));
        }
        reads.add(0, large.array());

        Dictionary dictionary = DictionaryTraining.train(reads, 64 << 10).orElseThrow();

        assertThat(dictionary.hasFrames()).isTrue();
        CODECS.dictionary(dictionary).close();
    }

    @Test
    void decode_givesSamplesInTheirOrder() throws Exception {
        List<byte[]> contents = new ArrayList<>();
        DictionaryFrames.decode(trained(), content -> contents.add(Memory.bytes(content)));

        int next = 0;
        for (byte[] content : contents) {
            while (!Arrays.equals(content, READS.get(next))) {
                next++;
            }
        }
        assertThat(contents).isNotEmpty();
        assertThat(next).isLessThan(HALF);
    }

    @Test
    void decode_withoutFrames_givesNothing() throws Exception {
        DictionaryFrames.decode(withoutFrames(trained()), content -> {
            throw new AssertionError("content of no frame");
        });
    }

    @ParameterizedTest
    @CsvSource({"0, 0.97", "1, 0.8", "2, 0.8"})
    void context_begunFromTheFrames_takesFewerBytes(int level, double most) throws Exception {
        Dictionary dictionary = trained();
        CodecSpec spec = CodecSpec.of(Codec.DENSE, level);
        try (StreamDictionary framed = CODECS.dictionary(dictionary);
                StreamDictionary plain = CODECS.dictionary(withoutFrames(dictionary))) {
            assertThat(bytes(spec, framed)).isLessThan((long) (most * bytes(spec, plain)));
        }
    }

    /** Its literals are predicted in another way than those of the frames. */
    @Test
    void contextOfLevel3_usesTheSharedPart() throws Exception {
        Dictionary dictionary = trained();
        CodecSpec spec = CodecSpec.of(Codec.DENSE, 3);
        try (StreamDictionary framed = CODECS.dictionary(dictionary);
                StreamDictionary plain = CODECS.dictionary(withoutFrames(dictionary))) {
            assertThat(framed.initialState(spec)).isNull();
            assertThat(bytes(spec, framed)).isEqualTo(bytes(spec, plain));
        }
    }

    @Test
    void otherCodecs_useTheSharedPart() throws Exception {
        Dictionary dictionary = trained();
        try (StreamDictionary framed = CODECS.dictionary(dictionary);
                StreamDictionary plain = CODECS.dictionary(withoutFrames(dictionary))) {
            for (CodecSpec spec : List.of(CodecSpec.of(Codec.LZ4), CodecSpec.of(Codec.ZSTD, 3))) {
                assertThat(bytes(spec, framed)).isEqualTo(bytes(spec, plain));
            }
        }
    }

    /** Encodes the second half of the reads in short contexts. */
    private static long bytes(CodecSpec spec, StreamDictionary dictionary) throws MalformedDataException {
        long bytes = 0;
        try (StreamPair pair = StreamPair.direct(spec, dictionary)) {
            for (int i = HALF; i < READS.size(); i++) {
                byte[] frame = pair.encode(READS.get(i));
                bytes += frame.length;
                assertThat(pair.decode(frame)).isEqualTo(READS.get(i));
                if (i % 5 == 0) {
                    pair.encoder.reset();
                    pair.decoder.reset();
                }
            }
        }
        return bytes;
    }

    @Test
    void memoryBytes_hasTheState() throws Exception {
        Dictionary dictionary = trained();
        try (StreamDictionary framed = CODECS.dictionary(dictionary);
                StreamDictionary plain = CODECS.dictionary(withoutFrames(dictionary))) {
            assertThat(framed.memoryBytes())
                    .isEqualTo(plain.memoryBytes()
                            + dictionary.length()
                            + framed.initialState(CodecSpec.of(Codec.DENSE)).memoryBytes());
        }
    }

    @Test
    void encoderAndDecoder_withADictionary_beginFromNoOtherState() throws Exception {
        try (StreamDictionary framed = CODECS.dictionary(trained());
                StreamPair pair = StreamPair.direct(CodecSpec.of(Codec.DENSE), framed)) {
            pair.encode(READS.get(0));
            var state = pair.encoder.state();
            pair.encoder.reset();

            assertThatExceptionOfType(IllegalStateException.class)
                    .isThrownBy(() -> pair.encoder.beginFrom(state))
                    .withMessage("cannot begin from a state with a dictionary");
            assertThatExceptionOfType(IllegalStateException.class)
                    .isThrownBy(() -> pair.decoder.beginFrom(state))
                    .withMessage("cannot begin from a state with a dictionary");
        }
    }

    @Test
    void framesOfAnotherStream_areRefused() throws Exception {
        for (FrameEncoder other : List.of(
                new FrameEncoder(Effort.ofLevel(2), 17, false, new ArrayPool(0)),
                new FrameEncoder(Effort.ofLevel(2), 18, true, new ArrayPool(0)),
                new FrameEncoder(Effort.ofLevel(3), 17, true, new ArrayPool(0)))) {
            assertRefused(
                    List.of(frame(other, new byte[100])),
                    "dense frame 1 of the dictionary has other parameters \\(expected: 02d1\\)");
        }
    }

    @Test
    void framesWithTooMuchContent_areRefused() throws Exception {
        FrameEncoder encoder = new FrameEncoder(Effort.ofLevel(2), 17, true, new ArrayPool(0));
        List<byte[]> frames = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            frames.add(frame(encoder, new byte[64 << 10]));
        }
        CODECS.dictionary(framed(frames)).close();
        frames.add(frame(encoder, new byte[1]));

        assertRefused(frames, "dense frame 17 of the dictionary is damaged: frame of 1 bytes \\(expected: 1-0\\)");
    }

    @Test
    void framesThatAreDamaged_areRefusedByTheirNumber_orServeBothEnds() throws Exception {
        Dictionary dictionary = trained();
        byte[] whole = Memory.bytes(dictionary.bytes());
        ByteMutator mutator = new ByteMutator(new Random(Seed.of(getClass())), whole.length);
        int served = 0;
        int refused = 0;
        for (int i = 0; i < 1000; i++) {
            StreamDictionary damaged;
            try {
                damaged = CODECS.dictionary(Dictionary.of(mutator.damaged(whole)));
            } catch (InvalidDictionaryException | MalformedDataException e) {
                assertThat(e.getMessage())
                        .matches(
                                "(dense frame \\d+ of the dictionary |zstd dictionary |dictionary of |shared part|frame of"
                                        + " |length of a frame ).*");
                refused++;
                continue;
            }
            try (damaged;
                    StreamPair pair = StreamPair.direct(CodecSpec.of(Codec.DENSE), damaged)) {
                byte[] read = READS.get(HALF + i % 10);
                assertThat(pair.decode(pair.encode(read))).isEqualTo(read);
                served++;
            }
        }
        assertThat(served).isGreaterThan(10);
        assertThat(refused).isGreaterThan(100);
    }

    private static byte[] frame(FrameEncoder encoder, byte[] content) {
        ByteBuffer frame = ByteBuffer.allocate(FrameEncoder.maxFrameLength(content.length));
        encoder.encode(ByteBuffer.wrap(content), frame, new Workspace());
        return Memory.bytes(frame.flip());
    }

    private static Dictionary framed(List<byte[]> frames) throws InvalidDictionaryException {
        return Dictionary.of(Dictionary.of(new byte[256]), frames);
    }

    private static void assertRefused(List<byte[]> frames, String problem) throws InvalidDictionaryException {
        Dictionary dictionary = framed(frames);
        assertThatExceptionOfType(MalformedDataException.class)
                .isThrownBy(() -> CODECS.dictionary(dictionary))
                .withMessageMatching(problem);
    }
}
