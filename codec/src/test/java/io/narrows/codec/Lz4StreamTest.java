package io.narrows.codec;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class Lz4StreamTest {
    private static final int REACH = 65_535;
    private static final int LARGEST = 64 << 10;

    static Stream<CodecSpec> specs() {
        return Stream.of(CodecSpec.of(Codec.LZ4), CodecSpec.of(Codec.LZ4HC));
    }

    @ParameterizedTest
    @MethodSource("specs")
    void encode_repetitionAtTheFarthestDistance_isFound(CodecSpec spec) {
        assertThat(lengthOfRepetition(spec, REACH)).isLessThan(40);
    }

    @ParameterizedTest
    @MethodSource("specs")
    void encode_repetitionBeyondTheFarthestDistance_isNotReferredTo(CodecSpec spec) {
        assertThat(lengthOfRepetition(spec, REACH + 1)).isGreaterThan(500);
    }

    /** Returns the compressed size of 500 bytes that occurred once before, {@code distance} bytes back, with zeros since. */
    private static int lengthOfRepetition(CodecSpec spec, int distance) {
        byte[] noise = Samples.noise(distance, 500);
        try (StreamPair pair = StreamPair.direct(spec)) {
            pair.encode(new byte[LARGEST]);
            pair.encode(noise);
            pair.encode(new byte[distance - noise.length]);
            return pair.encode(noise).length;
        }
    }

    @ParameterizedTest
    @MethodSource("specs")
    void encode_noise_costsItsSizeOnly(CodecSpec spec) {
        try (StreamPair pair = StreamPair.direct(spec)) {
            assertThat(pair.encode(Samples.noise(1, LARGEST))).hasSize(LARGEST + 3);
            assertThat(pair.encode(Samples.noise(2, 1_000))).hasSize(1_000 + 2);
            assertThat(pair.encode(Samples.noise(3, 100))).hasSize(100 + 1);
        }
    }

    @ParameterizedTest
    @MethodSource("specs")
    void encode_noiseThatWasStored_isHistory(CodecSpec spec) throws Exception {
        byte[] noise = Samples.noise(4, 2_000);

        try (StreamPair pair = StreamPair.direct(spec)) {
            pair.decode(pair.encode(noise));
            byte[] again = pair.encode(noise);

            assertThat(again.length).isLessThan(60);
            assertThat(pair.decode(again)).isEqualTo(noise);
        }
    }

    /** The last bytes of a frame are the start of what the next one repeats. */
    @ParameterizedTest
    @MethodSource("specs")
    void encode_repetitionAcrossTheBorderOfFrames_isFoundWhole(CodecSpec spec) {
        byte[] noise = Samples.noise(5, 600);

        try (StreamPair pair = StreamPair.direct(spec)) {
            pair.encode(Arrays.copyOf(noise, 308));
            pair.encode(Arrays.copyOfRange(noise, 308, 600));

            assertThat(pair.encode(Arrays.copyOfRange(noise, 297, 400)).length).isLessThan(20);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"LZ4", "LZ4HC"})
    void decode_framesOfManyPieces_equalWhatWasEncoded(Codec codec) throws Exception {
        byte[] samples = Samples.joined(Samples.etcd(), 140_000);

        try (StreamPair pair = StreamPair.direct(CodecSpec.of(codec))) {
            for (int length : new int[] {LARGEST, LARGEST + 1, 2 * LARGEST, 2 * LARGEST + 1, 140_000}) {
                byte[] content = Arrays.copyOf(samples, length);

                assertThat(pair.decode(pair.encode(content), length)).isEqualTo(content);
            }
            byte[] noise = Samples.noise(6, 3 * LARGEST + 5);
            assertThat(pair.decode(pair.encode(noise), noise.length)).isEqualTo(noise);
        }
    }

    @Test
    void memoryBytes_isWhatTheFormatDocumentStates() {
        assertThat(encoderBytes(CodecSpec.of(Codec.LZ4))).isEqualTo((64 + 64 + 16 << 10) + 8);
        assertThat(encoderBytes(CodecSpec.of(Codec.LZ4HC))).isEqualTo((64 + 64 + 128 + 128 << 10) + 8);
        assertThat(encoderBytes(CodecSpec.of(Codec.LZ4).withWindowLog(14))).isEqualTo((16 + 64 + 16 << 10) + 8);
        assertThat(encoderBytes(CodecSpec.of(Codec.LZ4HC).withWindowLog(14))).isEqualTo((16 + 64 + 32 + 32 << 10) + 8);
        try (StreamDecoder decoder = Codecs.load().streamDecoder(Codec.LZ4, 20)) {
            assertThat(decoder.memoryBytes()).isEqualTo((64 + 64 << 10) + 8);
        }
    }

    private static long encoderBytes(CodecSpec spec) {
        try (StreamEncoder encoder = Codecs.load().streamEncoder(spec)) {
            return encoder.memoryBytes();
        }
    }

    @ParameterizedTest
    @MethodSource("specs")
    void encodeAndDecode_warm_allocateNothing(CodecSpec spec) throws Exception {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        ByteBuffer plain = Memory.DIRECT.of(Samples.joined(Samples.postgres(), 500));
        ByteBuffer back = Memory.DIRECT.allocate(500);
        int start = plain.position();

        try (StreamPair pair = StreamPair.direct(spec)) {
            ByteBuffer coded = ByteBuffer.allocateDirect(pair.encoder.maxFrameLength(500));
            long before = 0;
            for (int frame = 0; frame < 2_000; frame++) {
                if (frame == 1_000) {
                    before = threads.getCurrentThreadAllocatedBytes();
                }
                pair.encoder.encode(plain.position(start), coded.clear());
                pair.decoder.decode(coded.flip(), back.clear());
            }

            assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(1_000);
        }
    }
}
