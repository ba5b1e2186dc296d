package io.narrows.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.narrows.codec.dense.ContextState;
import io.narrows.codec.dictionary.Dictionary;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Encoders know the memory of their decoders, for recorded traffic. */
final class DenseDecoderBytesTest {
    private static final Codecs CODECS = Codecs.load();

    static Stream<CodecSpec> levels() {
        return IntStream.rangeClosed(0, 3).mapToObj(level -> CodecSpec.of(Codec.DENSE, level));
    }

    private static List<byte[]> reads() {
        return Stream.concat(Samples.etcd().stream(), Samples.postgres().stream())
                .toList();
    }

    @ParameterizedTest
    @MethodSource("levels")
    void decoderBytes_ofNewAndRestartedContexts_equalsWhatTheDecoderHolds(CodecSpec spec) throws Exception {
        try (StreamPair pair = StreamPair.direct(spec)) {
            assertThat(pair.encoder.decoderBytes()).isEqualTo(pair.decoder.memoryBytes());
            assertEqual(pair, reads());

            pair.encoder.reset();
            pair.decoder.reset();
            assertThat(pair.encoder.decoderBytes()).isEqualTo(pair.decoder.memoryBytes());
            assertEqual(pair, Samples.postgres());
        }
    }

    private static void assertEqual(StreamPair pair, List<byte[]> reads) throws Exception {
        for (byte[] read : reads) {
            long foreseen = pair.encoder.decoderBytesAfter(0, read.length);
            pair.decode(pair.encode(read));
            assertThat(pair.encoder.decoderBytes())
                    .isEqualTo(pair.decoder.memoryBytes())
                    .isBetween(foreseen, foreseen + 2_100_000);
        }
    }

    /** The decoder holds nothing of a dictionary or a state before the first frame. */
    @ParameterizedTest
    @MethodSource("levels")
    void decoderBytesAfter_inAContextThatBeginsWithADictionaryOrAState_includesIt(CodecSpec spec) throws Exception {
        Dictionary largest = Dictionary.of(Samples.joined(Samples.etcd(), Dictionary.MAX_BYTES));
        try (StreamDictionary dictionary = CODECS.dictionary(largest);
                StreamPair pair = StreamPair.direct(spec, dictionary)) {
            assertBeginsWith(pair, Dictionary.MAX_BYTES);
        }
        Dictionary trained = DictionaryTraining.train(Samples.etcd(), 48 << 10).orElseThrow();
        try (StreamDictionary dictionary = CODECS.dictionary(trained);
                StreamPair pair = StreamPair.direct(spec, dictionary)) {
            assertBeginsWith(pair, 40 << 10);
        }
        try (StreamPair pair = StreamPair.direct(spec)) {
            for (byte[] read : Samples.etcd()) {
                pair.decode(pair.encode(read));
            }
            ContextState state = pair.encoder.state();
            pair.encoder.reset();
            pair.decoder.reset();
            assertThat(pair.encoder.beginFrom(state)).isTrue();
            pair.decoder.beginFrom(state);
            assertBeginsWith(pair, 64 << 10);
        }
    }

    private static void assertBeginsWith(StreamPair pair, long content) throws Exception {
        assertThat(pair.encoder.decoderBytes()).isEqualTo(pair.decoder.memoryBytes());
        long foreseen = pair.encoder.decoderBytesAfter(0, 10);
        assertThat(foreseen).isGreaterThan(content);
        assertThat(pair.encoder.memoryBytesAfter(0, 10)).isGreaterThan(foreseen);

        pair.decode(pair.encode(new byte[10]));
        assertThat(pair.encoder.decoderBytes())
                .isEqualTo(pair.decoder.memoryBytes())
                .isBetween(foreseen, foreseen + 50_000);
        assertEqual(pair, reads());
    }

    /** A sender that checks each frame before it sends it never makes the receiver refuse one. */
    @ParameterizedTest
    @MethodSource("levels")
    void limitedDecoder_acceptsWhatTheEncoderAllows_andRefusesTheNextFrame(CodecSpec spec) throws Exception {
        long limit = ContextSteps.of(spec).get(0).decoderBytes();
        try (StreamPair pair = StreamPair.direct(spec)) {
            pair.decoder.limitMemory(limit);
            for (byte[] read : reads()) {
                byte[] frame = pair.encode(read);
                if (pair.encoder.decoderBytes() > limit) {
                    assertThatExceptionOfType(MalformedDataException.class)
                            .isThrownBy(() -> pair.decode(frame))
                            .withMessageContaining("expected: at most " + limit);
                    return;
                }
                assertThat(pair.decode(frame)).isEqualTo(read);
            }
        }
        throw new AssertionError("the streams are too short to exceed the first step");
    }

    @Test
    void learn_beyondTheLimit_isRefused() throws Exception {
        try (StreamPair pair = StreamPair.direct(CodecSpec.of(Codec.DENSE))) {
            pair.decode(pair.encode(new byte[10]));
            pair.decoder.limitMemory(pair.decoder.memoryBytes());

            assertThatExceptionOfType(MalformedDataException.class)
                    .isThrownBy(() -> pair.decoder.learn(ByteBuffer.allocate(20_000)));
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Codec.class,
            names = {"NONE", "DENSE"},
            mode = EnumSource.Mode.EXCLUDE)
    void otherCodecs_takeAllMemoryAtOnce(Codec codec) throws Exception {
        try (StreamPair pair = StreamPair.direct(CodecSpec.of(codec))) {
            pair.decoder.limitMemory(0);
            pair.decode(pair.encode(new byte[1_000]));

            assertThat(pair.encoder.decoderBytes()).isZero();
            assertThat(pair.encoder.decoderBytesAfter(1_000, 1_000)).isZero();
            assertThat(pair.encoder.memoryBytesAfter(1_000, 1_000)).isEqualTo(pair.encoder.memoryBytes());
            assertThat(pair.encoder.preparation(Long.MAX_VALUE)).isNull();
        }
    }
}
