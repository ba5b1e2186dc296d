package io.narrows.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DecoderLimitsTest {
    static Stream<CodecSpec> specs() {
        return Stream.of(
                CodecSpec.of(Codec.GZIP, 1),
                CodecSpec.of(Codec.GZIP, 9),
                CodecSpec.of(Codec.SNAPPY),
                CodecSpec.of(Codec.LZ4),
                CodecSpec.of(Codec.LZ4HC),
                new CodecSpec(Codec.ZSTD, -1, 17),
                new CodecSpec(Codec.ZSTD, 3, 17),
                new CodecSpec(Codec.ZSTD, 19, 17));
    }

    /**
     * Includes dense, which cannot always distinguish a truncated or extended frame from a whole one with different content.
     */
    static Stream<CodecSpec> allSpecs() {
        return Stream.concat(specs(), Stream.of(new CodecSpec(Codec.DENSE, 2, 17), new CodecSpec(Codec.DENSE, 3, 17)));
    }

    @ParameterizedTest
    @MethodSource("allSpecs")
    void decode_exactSpace_isAcceptedAndOneByteLessIsRefused(CodecSpec spec) throws Exception {
        for (byte[] read : Samples.etcd().subList(0, 20)) {
            try (StreamPair pair = StreamPair.direct(spec);
                    StreamPair bounded = StreamPair.direct(spec)) {
                byte[] frame = pair.encode(read);

                assertThat(pair.decode(frame, read.length)).isEqualTo(read);
                assertRefused(bounded, frame, read.length - 1);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("allSpecs")
    void decode_later_stillEnforcesTheLimit(CodecSpec spec) throws Exception {
        List<byte[]> reads = Samples.postgres();
        try (StreamPair pair = StreamPair.direct(spec)) {
            for (byte[] read : reads.subList(1, reads.size())) {
                assertThat(pair.decode(pair.encode(read), read.length)).isEqualTo(read);
            }
            assertRefused(pair, pair.encode(reads.get(0)), reads.get(0).length - 1);
        }
    }

    @ParameterizedTest
    @MethodSource("allSpecs")
    void decode_bomb_isRefused(CodecSpec spec) {
        try (StreamPair pair = StreamPair.direct(spec)) {
            byte[] bomb = pair.encode(new byte[16 << 20]);

            assertThat(bomb.length).isLessThan(1 << 20);
            assertRefused(pair, bomb, 64 << 10);
        }
    }

    @ParameterizedTest
    @MethodSource("specs")
    void decode_cutAnywhere_isRefused(CodecSpec spec) {
        byte[] read = Samples.joined(Samples.etcd(), 1500);
        byte[] frame;
        try (StreamPair pair = StreamPair.direct(spec)) {
            frame = pair.encode(read);
        }
        for (int length = 1; length < frame.length; length++) {
            try (StreamPair pair = StreamPair.direct(spec)) {
                assertRefused(pair, Arrays.copyOf(frame, length), 64 << 10);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("specs")
    void decode_cutAnywhereInALaterFrame_isRefused(CodecSpec spec) throws Exception {
        List<byte[]> reads = Samples.postgres().subList(0, 4);
        for (int cut = 1; ; cut++) {
            try (StreamPair pair = StreamPair.direct(spec)) {
                for (byte[] read : reads.subList(0, 3)) {
                    pair.decode(pair.encode(read));
                }
                byte[] frame = pair.encode(reads.get(3));
                if (cut == frame.length) {
                    break;
                }
                assertRefused(pair, Arrays.copyOf(frame, frame.length - cut), 64 << 10);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("specs")
    void decode_garbageBehind_isRefused(CodecSpec spec) {
        for (int garbage : new int[] {0x00, 0x01, 0x55, 0xff}) {
            for (int length : new int[] {1, 2, 5, 100}) {
                try (StreamPair pair = StreamPair.direct(spec)) {
                    byte[] frame = pair.encode(Samples.etcd().get(0));
                    byte[] longer = Arrays.copyOf(frame, frame.length + length);
                    Arrays.fill(longer, frame.length, longer.length, (byte) garbage);

                    assertRefused(pair, longer, 64 << 10);
                }
            }
        }
    }

    @Test
    void decode_zstdWindowAboveTheLimit_isRefusedWithBothSizes() throws Exception {
        try (StreamPair pair = StreamPair.direct(new CodecSpec(Codec.ZSTD, 1, 20));
                StreamDecoder small = Codecs.load().streamDecoder(Codec.ZSTD, 19)) {
            byte[] frame = pair.encode(new byte[] {1, 2, 3});

            assertThatExceptionOfType(MalformedDataException.class)
                    .isThrownBy(() -> small.decode(Memory.DIRECT.of(frame), Memory.DIRECT.allocate(10)))
                    .withMessage("zstd window too large: 1048576 (expected: 1024-524288)");
            assertThat(pair.decode(frame)).containsExactly(1, 2, 3);
        }
    }

    private static void assertRefused(StreamPair pair, byte[] frame, int limit) {
        assertThatExceptionOfType(MalformedDataException.class)
                .as("%d bytes %s", frame.length, Arrays.toString(Arrays.copyOf(frame, Math.min(frame.length, 40))))
                .isThrownBy(() -> pair.decode(frame, limit));
    }
}
