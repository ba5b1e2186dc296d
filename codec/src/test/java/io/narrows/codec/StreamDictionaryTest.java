package io.narrows.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.narrows.codec.dictionary.Dictionary;
import io.narrows.codec.dictionary.InvalidDictionaryException;
import io.narrows.testkit.ByteMutator;
import io.narrows.testkit.Seed;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class StreamDictionaryTest {
    private static final Codecs CODECS = Codecs.load();
    private static final List<byte[]> READS = Samples.etcd();
    private static final int HALF = READS.size() / 2;

    private StreamDictionary dictionary;

    @BeforeEach
    void train() throws Exception {
        dictionary = CODECS.dictionary(
                DictionaryTraining.train(READS.subList(0, HALF), 48 << 10).orElseThrow());
    }

    @AfterEach
    void close() {
        dictionary.close();
    }

    /** Returns every level, and small windows where a policy may ask for them. */
    static Stream<CodecSpec> specs() {
        Stream<CodecSpec> levels = Stream.of(Codec.values())
                .filter(Codec::beginsWithDictionary)
                .flatMap(codec -> IntStream.rangeClosed(
                                Levels.of(codec).min(), Levels.of(codec).max())
                        .filter(Levels.of(codec)::allow)
                        .mapToObj(level -> CodecSpec.of(codec, level)));
        Stream<CodecSpec> windows = Stream.of(Codec.LZ4, Codec.LZ4HC, Codec.ZSTD, Codec.DENSE)
                .flatMap(codec ->
                        Stream.of(10, 14, 17).map(log -> CodecSpec.of(codec).withWindowLog(log)));
        return Stream.concat(levels, windows);
    }

    static Stream<CodecSpec> defaults() {
        return Stream.of(Codec.values()).filter(Codec::beginsWithDictionary).map(CodecSpec::of);
    }

    @ParameterizedTest
    @MethodSource("specs")
    void decode_withTheDictionary_equalsWhatWasEncoded(CodecSpec spec) throws Exception {
        try (StreamPair pair = pair(spec)) {
            for (byte[] read : READS) {
                assertThat(pair.decode(pair.encode(read), read.length)).isEqualTo(read);
            }
        }
    }

    /** The content passes every window but the largest several times, so that the dictionary leaves it. */
    @ParameterizedTest
    @MethodSource("specs")
    void decode_longAfterTheDictionary_equalsWhatWasEncoded(CodecSpec spec) throws Exception {
        LikeTraffic traffic = new LikeTraffic(new Random(Seed.of("long after the dictionary, " + spec)));

        try (StreamPair pair = pair(spec)) {
            for (int i = 0; i < 60; i++) {
                byte[] frame = traffic.next();
                assertThat(pair.decode(pair.encode(frame), frame.length)).isEqualTo(frame);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void decode_eachKindOfMemory_equalsWhatWasEncoded(Memory plain) throws Exception {
        for (Memory coded : Memory.values()) {
            for (CodecSpec spec : defaults().toList()) {
                try (StreamPair pair = new StreamPair(
                        CODECS.streamEncoder(spec, dictionary),
                        CODECS.streamDecoder(spec.codec(), spec.windowLog(), dictionary),
                        plain,
                        coded)) {
                    for (byte[] read : READS.subList(HALF, HALF + 10)) {
                        assertThat(pair.decode(pair.encode(read))).isEqualTo(read);
                    }
                }
            }
        }
    }

    @Test
    void encode_littleEndianBuffer_writesTheSameMark() {
        for (CodecSpec spec : defaults().toList()) {
            try (StreamEncoder encoder = CODECS.streamEncoder(spec, dictionary)) {
                ByteBuffer frame =
                        ByteBuffer.allocate(encoder.maxFrameLength(1)).order(ByteOrder.LITTLE_ENDIAN);
                encoder.encode(ByteBuffer.allocate(1), frame);

                assertThat(frame.flip().order(ByteOrder.BIG_ENDIAN).get()).isZero();
                assertThat(frame.getInt()).isEqualTo(dictionary.name().first());
            }
        }
    }

    @ParameterizedTest
    @MethodSource("defaults")
    void encode_firstReads_takeLessWithTheDictionary(CodecSpec spec) {
        try (StreamPair with = pair(spec);
                StreamPair without = StreamPair.direct(spec)) {
            int withDictionary = 0;
            int withoutDictionary = 0;
            for (byte[] read : READS.subList(HALF, HALF + 8)) {
                withDictionary += with.encode(read).length;
                withoutDictionary += without.encode(read).length;
            }

            assertThat(withDictionary).isLessThan(withoutDictionary * 3 / 4);
        }
    }

    @ParameterizedTest
    @MethodSource("specs")
    void encode_incompressible_staysWithinTheMaximum(CodecSpec spec) {
        for (int length : new int[] {1, 2, 100, 65_535, 65_536}) {
            try (StreamPair pair = pair(spec)) {
                int most = pair.encoder.maxFrameLength(length);

                assertThat(pair.encode(Samples.noise(length, length))).hasSizeLessThanOrEqualTo(most);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("specs")
    void reset_bothEnds_beginsWithTheDictionaryAgain(CodecSpec spec) throws Exception {
        byte[] read = READS.get(HALF);

        try (StreamPair pair = pair(spec)) {
            byte[] first = pair.encode(read);
            pair.decode(first);
            pair.decode(pair.encode(READS.get(HALF + 1)));
            pair.encoder.reset();
            pair.decoder.reset();

            assertThat(pair.encode(read)).isEqualTo(first);
            assertThat(pair.decode(first)).isEqualTo(read);
        }
    }

    @ParameterizedTest
    @MethodSource("specs")
    void beginWith_anEncoderThatIsNew_changesHowItBegins(CodecSpec spec) {
        try (StreamEncoder with = CODECS.streamEncoder(spec, dictionary);
                StreamEncoder without = CODECS.streamEncoder(spec, true);
                StreamEncoder encoder = CODECS.streamEncoder(spec, true);
                StreamEncoder other = CODECS.streamEncoder(spec, true)) {
            encoder.beginWith(dictionary);
            assertThat(frames(encoder)).containsExactlyElementsOf(frames(with));
            assertThatIllegalStateException().isThrownBy(() -> encoder.beginWith(null));

            other.beginWith(dictionary);
            other.beginWith(null);
            assertThat(frames(other)).containsExactlyElementsOf(frames(without));
        }
    }

    @Test
    void beginWith_anEncoderThatBeginsFromAState_isRefused_andKeepsTheState() {
        CodecSpec spec = CodecSpec.of(Codec.DENSE);
        try (StreamEncoder first = CODECS.streamEncoder(spec, true);
                StreamEncoder encoder = CODECS.streamEncoder(spec, true);
                StreamEncoder empty = CODECS.streamEncoder(spec, true)) {
            frames(first);
            assertThat(encoder.beginFrom(first.state())).isTrue();

            assertThatIllegalStateException().isThrownBy(() -> encoder.beginWith(dictionary));
            assertThatIllegalStateException().isThrownBy(() -> encoder.beginWith(null));

            assertThat(frames(encoder)).isNotEqualTo(frames(empty));
            encoder.reset();
            encoder.beginWith(dictionary);
            assertThat(frames(encoder)).hasSize(8);
        }
    }

    /** Encodes some reads. */
    private static List<String> frames(StreamEncoder encoder) {
        return READS.subList(HALF, HALF + 8).stream()
                .map(read -> {
                    ByteBuffer frame = ByteBuffer.allocate(encoder.maxFrameLength(read.length));
                    encoder.encode(ByteBuffer.wrap(read), frame);
                    return HexFormat.of().formatHex(Memory.bytes(frame.flip()));
                })
                .toList();
    }

    @Test
    void beginWith_ofACodecWithoutDictionaries_isRefused() {
        try (StreamEncoder encoder = CODECS.streamEncoder(CodecSpec.of(Codec.GZIP))) {
            assertThatExceptionOfType(UnsupportedOperationException.class)
                    .isThrownBy(() -> encoder.beginWith(dictionary));
        }
    }

    @ParameterizedTest
    @MethodSource("defaults")
    void decode_withoutTheDictionary_isRefusedByName(CodecSpec spec) {
        try (StreamPair pair = pair(spec);
                StreamPair without = StreamPair.direct(spec)) {
            byte[] frame = pair.encode(READS.get(HALF));

            assertThatExceptionOfType(MalformedDataException.class)
                    .isThrownBy(() -> without.decode(frame))
                    .withMessage("context begins with dictionary %s, but the decoder has none", first(dictionary));
        }
    }

    @ParameterizedTest
    @MethodSource("defaults")
    void decode_withAnotherDictionary_isRefusedByName(CodecSpec spec) throws Exception {
        try (StreamDictionary other = CODECS.dictionary(Dictionary.of(Samples.joined(READS.subList(0, HALF), 4096)));
                StreamPair pair = pair(spec);
                StreamDecoder decoder = CODECS.streamDecoder(spec.codec(), spec.windowLog(), other)) {
            ByteBuffer frame = ByteBuffer.wrap(pair.encode(READS.get(HALF)));

            assertThatExceptionOfType(MalformedDataException.class)
                    .isThrownBy(() -> decoder.decode(frame, ByteBuffer.allocate(1 << 16)))
                    .withMessage(
                            "context begins with dictionary %s, but the decoder has %s",
                            first(dictionary), first(other));
        }
    }

    @ParameterizedTest
    @MethodSource("defaults")
    void decode_contextWithoutDictionary_isRefusedByADecoderThatHasOne(CodecSpec spec) {
        try (StreamPair pair = pair(spec);
                StreamPair without = StreamPair.direct(spec)) {
            byte[] frame = without.encode(READS.get(HALF));

            assertThatExceptionOfType(MalformedDataException.class)
                    .isThrownBy(() -> pair.decode(frame))
                    .withMessage("context begins without a dictionary, but the decoder has %s", first(dictionary));
        }
    }

    @ParameterizedTest
    @MethodSource("defaults")
    void decode_firstFrameCutWithinTheMark_isRefused(CodecSpec spec) {
        for (int length = 1; length <= 5; length++) {
            try (StreamPair pair = pair(spec)) {
                byte[] cut = Arrays.copyOf(pair.encode(READS.get(HALF)), length);

                assertThatExceptionOfType(MalformedDataException.class)
                        .isThrownBy(() -> pair.decode(cut))
                        .withMessage(
                                "first frame of %d bytes (expected: more than 5, as it begins with a dictionary)",
                                length);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("specs")
    void memory_isForeseen(CodecSpec spec) throws Exception {
        try (StreamPair pair = pair(spec)) {
            byte[] frame = pair.encode(READS.get(HALF));
            long foreseen = ContextSizes.decoder(spec.codec(), ByteBuffer.wrap(frame), spec.windowLog());
            pair.decode(frame);

            if (spec.codec() == Codec.DENSE) { // grows with its content
                assertThat(pair.decoder.memoryBytes()).isLessThanOrEqualTo(foreseen);
                assertThat(pair.encoder.memoryBytes()).isLessThanOrEqualTo(ContextSizes.encoder(spec));
            } else {
                assertThat(pair.decoder.memoryBytes()).isEqualTo(foreseen);
                assertThat(pair.encoder.memoryBytes()).isEqualTo(ContextSizes.encoder(spec));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("defaults")
    void close_contextsContinue_andNoneBegins(CodecSpec spec) throws Exception {
        byte[] read = READS.get(HALF);
        try (StreamPair pair = pair(spec)) {
            dictionary.close();
            dictionary.close();

            assertThat(pair.decode(pair.encode(read))).isEqualTo(read);
            pair.encoder.reset();
            pair.decoder.reset();
            assertThat(pair.decode(pair.encode(read))).isEqualTo(read);
        }
        assertThatIllegalStateException().isThrownBy(() -> pair(spec)).withMessageContaining("is closed");
    }

    @ParameterizedTest
    @MethodSource("defaults")
    void share_ofAnOpenDictionary_outlivesIt(CodecSpec spec) throws Exception {
        byte[] read = READS.get(HALF);
        try (StreamDictionary shared = dictionary.share()) {
            dictionary.close();
            assertThat(dictionary.share()).isNull();

            try (StreamPair pair = StreamPair.direct(spec, shared)) {
                assertThat(pair.decode(pair.encode(read))).isEqualTo(read);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("defaults")
    void contexts_countsThoseOfAllHandles(CodecSpec spec) {
        try (StreamDictionary shared = dictionary.share()) {
            assertThat(dictionary.contexts()).isZero();

            StreamPair.direct(spec, shared).close();

            assertThat(dictionary.contexts()).isEqualTo(2);
        }
    }

    @ParameterizedTest
    @MethodSource("defaults")
    void firstFrame_namesItsDictionaryOnly(CodecSpec spec) throws Exception {
        try (StreamDictionary other = CODECS.dictionary(Dictionary.of(Samples.joined(READS, 1000)));
                StreamPair pair = StreamPair.direct(spec, dictionary)) {
            byte[] first = pair.encode(READS.get(HALF));

            assertThat(dictionary.isNamedBy(ByteBuffer.wrap(first))).isTrue();
            assertThat(dictionary.isNamedBy(ByteBuffer.wrap(first).order(ByteOrder.LITTLE_ENDIAN)))
                    .isTrue();
            assertThat(other.isNamedBy(ByteBuffer.wrap(first))).isFalse();
            assertThat(dictionary.isNamedBy(ByteBuffer.wrap(first, 0, 5))).isFalse();
        }
    }

    @Test
    void level0OfDense_mixedWithOthers_refersToTheDictionary() throws Exception {
        CodecSpec spec = CodecSpec.of(Codec.DENSE, 1);
        try (StreamEncoder encoder = CODECS.streamEncoder(spec, dictionary);
                StreamDecoder decoder = CODECS.streamDecoder(Codec.DENSE, spec.windowLog(), dictionary)) {
            for (int i = HALF; i < READS.size(); i++) {
                ByteBuffer frame = ByteBuffer.allocate(encoder.maxFrameLength(READS.get(i).length));
                if (i % 2 == 0) {
                    encoder.encodeAtLevel0(ByteBuffer.wrap(READS.get(i)), frame);
                } else {
                    encoder.encode(ByteBuffer.wrap(READS.get(i)), frame);
                }
                ByteBuffer content = ByteBuffer.allocate(1 << 16);
                decoder.decode(frame.flip(), content);

                assertThat(Memory.bytes(content.flip())).isEqualTo(READS.get(i));
            }
        }
    }

    @Test
    void dictionary_damaged_isRefusedByItsReason_orServesBothEnds() throws Exception {
        byte[] trained = Memory.bytes(DictionaryTraining.train(READS.subList(0, HALF), 4096)
                .orElseThrow()
                .bytes());
        ByteMutator mutator = new ByteMutator(new Random(Seed.of("damaged dictionaries")), 200);
        int served = 0;
        int refused = 0;
        for (int i = 0; i < 2000; i++) {
            StreamDictionary damaged;
            try {
                damaged = CODECS.dictionary(Dictionary.of(mutator.damaged(trained)));
            } catch (InvalidDictionaryException | MalformedDataException e) {
                assertThat(e.getMessage()).matches("(zstd dictionary |dictionary of ).+");
                refused++;
                continue;
            }
            try (damaged) {
                for (CodecSpec spec : List.of(CodecSpec.of(Codec.ZSTD, 1), CodecSpec.of(Codec.ZSTD, 9))) {
                    try (StreamPair pair = StreamPair.direct(spec, damaged)) {
                        byte[] read = READS.get(HALF + i % 10);
                        assertThat(pair.decode(pair.encode(read))).isEqualTo(read);
                    }
                }
                served++;
            }
        }
        assertThat(served).isGreaterThan(100);
        assertThat(refused).isGreaterThan(100);
    }

    @Test
    void plainContent_servesEveryCodec() throws Exception {
        byte[] content = Samples.noise(1, Dictionary.MAX_BYTES);
        try (StreamDictionary plain = CODECS.dictionary(Dictionary.of(content))) {
            for (CodecSpec spec : defaults().toList()) {
                try (StreamPair pair = StreamPair.direct(spec, plain)) {
                    byte[] end = Arrays.copyOfRange(content, content.length - 4000, content.length);
                    byte[] frame = pair.encode(end);

                    assertThat(frame).as("%s", spec).hasSizeLessThan(60);
                    assertThat(pair.decode(frame)).isEqualTo(end);
                }
            }
        }
    }

    @Test
    void codecWithoutDictionaries_isRefused() {
        for (Codec codec : List.of(Codec.NONE, Codec.GZIP, Codec.SNAPPY)) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> CODECS.streamEncoder(CodecSpec.of(codec), dictionary))
                    .withMessage("%s streams cannot begin with a dictionary", codec.label());
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> CODECS.streamDecoder(codec, 20, dictionary))
                    .withMessage("%s streams cannot begin with a dictionary", codec.label());
        }
    }

    private StreamPair pair(CodecSpec spec) {
        return StreamPair.direct(spec, dictionary);
    }

    private static String first(StreamDictionary dictionary) {
        return dictionary.name().hex().substring(0, 8);
    }
}
