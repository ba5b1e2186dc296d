package io.narrows.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.testkit.Seed;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Compares long streams with {@link Lz4Reference}, frame by frame. For a long run:
 * {@code mvn -pl codec -am test -Dtest=Lz4StreamFuzzTest -Dnarrows.fuzz.runs=1000000}, which multiplies the streams' length.
 */
@Tag("long")
class Lz4StreamFuzzTest {
    private static final long RUNS = Integer.getInteger("narrows.fuzz.runs", 4_000);
    private static final long STREAM_BYTES = 2_000 * RUNS;
    private static final int REFERENCE_BYTES = 4 << 20;

    static Stream<CodecSpec> specs() {
        return Stream.of(
                CodecSpec.of(Codec.LZ4),
                CodecSpec.of(Codec.LZ4).withWindowLog(10),
                CodecSpec.of(Codec.LZ4).withWindowLog(14),
                CodecSpec.of(Codec.LZ4HC, 1),
                CodecSpec.of(Codec.LZ4HC, 9),
                CodecSpec.of(Codec.LZ4HC, 9).withWindowLog(10),
                CodecSpec.of(Codec.LZ4HC, 12).withWindowLog(14));
    }

    @ParameterizedTest
    @MethodSource("specs")
    void stream_manyWindowsLong_isWhatTheReferenceReads(CodecSpec spec) throws Exception {
        long seed = Seed.of("Lz4StreamFuzzTest, " + spec);
        Random random = new Random(seed);
        LikeTraffic content = new LikeTraffic(random);

        long left = STREAM_BYTES;
        while (left > 0) {
            long part = Math.min(left, REFERENCE_BYTES);
            streams(spec, content, random, part, seed);
            left -= part;
        }
    }

    /** Checks streams; both ends are occasionally reset. */
    private static void streams(CodecSpec spec, LikeTraffic content, Random random, long bytes, long seed)
            throws MalformedDataException {
        long done = 0;
        try (StreamPair pair = StreamPair.direct(spec)) {
            while (done < bytes) {
                long until = done + 1 + random.nextInt((int) bytes);
                Lz4Reference reference = new Lz4Reference();
                for (int frame = 0; done < until; frame++) {
                    byte[] plain = content.next();
                    byte[] coded = pair.encode(plain);

                    assertThat(pair.decode(coded))
                            .as("seed %d, frame %d", seed, frame)
                            .isEqualTo(plain);
                    assertThat(reference.decode(coded))
                            .as("seed %d, frame %d", seed, frame)
                            .isEqualTo(plain);
                    done += plain.length;
                }
                pair.encoder.reset();
                pair.decoder.reset();
            }
        }
    }

    /** Tests every frame length with a full window, so that each length is sometimes the first after a move. */
    @ParameterizedTest
    @EnumSource(names = {"LZ4", "LZ4HC"})
    void stream_everyLength_isWhatTheReferenceReads(Codec codec) throws Exception {
        LikeTraffic content = new LikeTraffic(new Random(1));
        Lz4Reference reference = new Lz4Reference();

        try (StreamPair pair =
                StreamPair.direct(CodecSpec.of(codec, Levels.of(codec).min()))) {
            for (int length = 1; length <= 1_500; length++) {
                for (int wanted : new int[] {length, (64 << 10) - length * 37 % (64 << 10)}) {
                    byte[] plain = content.next(wanted);
                    byte[] coded = pair.encode(plain);

                    assertThat(pair.decode(coded)).as("%d bytes", wanted).isEqualTo(plain);
                    assertThat(reference.decode(coded)).as("%d bytes", wanted).isEqualTo(plain);
                }
            }
        }
    }
}
