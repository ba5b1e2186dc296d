package io.narrows.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class StreamCodecTest {
    private static final long SEED = 20261121;

    /** Returns every codec at every level, and zstd with its smallest and a large window. */
    static Stream<CodecSpec> specs() {
        Stream<CodecSpec> levels = Stream.of(Codec.values())
                .filter(codec -> codec != Codec.NONE)
                .flatMap(codec -> IntStream.rangeClosed(
                                Levels.of(codec).min(), Levels.of(codec).max())
                        .filter(Levels.of(codec)::allow)
                        .mapToObj(level -> CodecSpec.of(codec, level)));
        Stream<CodecSpec> windows = Stream.of(-7, 1, 3, 9, 19)
                .flatMap(level -> Stream.of(10, 14, 23).map(window -> new CodecSpec(Codec.ZSTD, level, window)));
        return Stream.concat(levels, windows);
    }

    static Stream<CodecSpec> windowed() {
        return specs().filter(spec -> spec.codec() != Codec.SNAPPY);
    }

    @ParameterizedTest
    @MethodSource("specs")
    void decode_realReads_equalWhatWasEncoded(CodecSpec spec) throws Exception {
        List<byte[]> reads = new ArrayList<>(Samples.etcd());
        reads.addAll(Samples.postgres());

        try (StreamPair pair = StreamPair.direct(spec)) {
            for (byte[] read : reads) {
                assertThat(pair.decode(pair.encode(read), read.length)).isEqualTo(read);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("specs")
    void decode_edges_equalWhatWasEncoded(CodecSpec spec) throws Exception {
        List<byte[]> edges = List.of(
                new byte[0],
                new byte[] {7},
                new byte[] {1, 2, 3},
                new byte[0],
                new byte[64 << 10],
                Samples.noise(SEED, 100),
                Samples.noise(SEED + 1, 64 << 10),
                Samples.joined(Samples.etcd(), 64 << 10),
                Samples.noise(SEED + 2, 64 << 10));

        try (StreamPair pair = StreamPair.direct(spec)) {
            for (byte[] edge : edges) {
                assertThat(pair.decode(pair.encode(edge), edge.length)).isEqualTo(edge);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void decode_eachKindOfMemory_equalWhatWasEncoded(Memory plain) throws Exception {
        for (Memory coded : Memory.values()) {
            for (Codec codec : List.of(Codec.GZIP, Codec.SNAPPY, Codec.LZ4, Codec.LZ4HC, Codec.ZSTD)) {
                try (StreamPair pair = new StreamPair(CodecSpec.of(codec), plain, coded)) {
                    for (byte[] read : Samples.etcd()) {
                        assertThat(pair.decode(pair.encode(read))).isEqualTo(read);
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("windowed")
    void encode_sameFrameAgain_isTiny(CodecSpec spec) {
        byte[] content = Samples.noise(SEED, 600);

        try (StreamPair pair = StreamPair.direct(spec)) {
            int first = pair.encode(content).length;
            int second = pair.encode(content).length;

            assertThat(first).isGreaterThan(600);
            assertThat(second).isLessThan(first / 3); // even in a window of 1 KiB
        }
    }

    @ParameterizedTest
    @MethodSource("specs")
    void reset_bothEnds_startsAfresh(CodecSpec spec) throws Exception {
        byte[] content = Samples.noise(SEED, 600);

        try (StreamPair pair = StreamPair.direct(spec)) {
            byte[] first = pair.encode(content);
            pair.decode(first);
            pair.encoder.reset();
            pair.decoder.reset();
            byte[] again = pair.encode(content);

            assertThat(again).isEqualTo(first);
            assertThat(pair.decode(again)).isEqualTo(content);
        }
    }

    @ParameterizedTest
    @MethodSource("specs")
    void keepsHistory_exactlyWhereASecondFrameShrinks(CodecSpec spec) {
        byte[] content = Samples.noise(SEED, 600);

        try (StreamPair pair = StreamPair.direct(spec)) {
            boolean shrinks = pair.encode(content).length > pair.encode(content).length;

            assertThat(pair.encoder.keepsHistory()).isEqualTo(shrinks);
        }
    }

    @ParameterizedTest
    @MethodSource("specs")
    void close_twice_thenEveryCallFails(CodecSpec spec) {
        StreamPair pair = StreamPair.direct(spec);
        pair.close();

        assertThatCode(pair::close).doesNotThrowAnyException();
        assertThatIllegalStateException().isThrownBy(() -> pair.encode(new byte[] {1}));
        assertThatIllegalStateException().isThrownBy(() -> pair.decode(new byte[] {1}));
        assertThatIllegalStateException().isThrownBy(pair.encoder::reset);
        assertThatIllegalStateException().isThrownBy(pair.decoder::reset);
    }

    @ParameterizedTest
    @MethodSource("specs")
    void encode_withoutTheRequiredSpace_isRefused(CodecSpec spec) {
        try (StreamPair pair = StreamPair.direct(spec)) {
            ByteBuffer tooSmall = ByteBuffer.allocateDirect(pair.encoder.maxFrameLength(100) - 1);

            assertThatIllegalArgumentException()
                    .isThrownBy(() -> pair.encoder.encode(ByteBuffer.allocateDirect(100), tooSmall))
                    .withMessageContaining("insufficient room");
        }
    }
}
