package io.narrows.unpack.recipe;

import static org.assertj.core.api.Assertions.assertThat;

import io.airlift.compress.snappy.SnappyCompressor;
import io.narrows.testkit.Seed;
import io.narrows.unpack.Direct;
import io.narrows.unpack.Plains;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.xerial.snappy.Snappy;

/** Compares with blocks of librdkafka in the resources, and with aircompressor's port of the same encoder. */
class EarlySnappyEncoderTest {
    private static final int RUNS = 300;

    private final EarlySnappyEncoder encoder = new EarlySnappyEncoder();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "librdkafka-2.0.2-1.bin",
                "librdkafka-2.16.0-1.bin",
                "librdkafka-2.16.0-2.bin",
                "librdkafka-2.16.0-3.bin",
            })
    void blocksOfLibrdkafka_areMadeAgain(String name) throws IOException {
        byte[] block = resource(name);

        byte[] again = encoded(Snappy.uncompress(block));

        assertThat(again).isEqualTo(block);
    }

    @Test
    void anyContent_becomesTheSameAsInAnotherPort() throws IOException {
        long seed = Seed.of("EarlySnappyEncoderTest");
        Random random = new Random(seed);
        Plains plains = new Plains(seed);
        for (int run = 0; run < RUNS; run++) {
            byte[] plain = plains.any(1 + random.nextInt(run % 10 == 0 ? 200_000 : 2_000));

            byte[] block = encoded(plain);

            assertThat(Arrays.equals(block, ofAnotherPort(plain)))
                    .as("seed %d, run %d", seed, run)
                    .isTrue();
            assertThat(Arrays.equals(Snappy.uncompress(block), plain))
                    .as("seed %d, run %d", seed, run)
                    .isTrue();
        }
    }

    @Test
    void shortestContents_becomeTheSameAsInAnotherPort() {
        for (int length = 1; length < 80; length++) {
            byte[] zeros = new byte[length];
            byte[] text = new Plains(length).orders(length);

            assertThat(encoded(zeros)).isEqualTo(ofAnotherPort(zeros));
            assertThat(encoded(text)).isEqualTo(ofAnotherPort(text));
        }
    }

    @Test
    void laterEncoder_makesOtherBlocks() throws IOException {
        byte[] block = resource("librdkafka-2.16.0-2.bin");

        assertThat(Snappy.compress(Snappy.uncompress(block))).isNotEqualTo(block);
    }

    private byte[] encoded(byte[] plain) {
        ByteBuffer content = ByteBuffer.allocateDirect(plain.length + 7)
                .position(7)
                .put(plain)
                .position(7);
        ByteBuffer block = ByteBuffer.allocateDirect(new EarlySnappyRecipe().bound(plain.length));
        int length = encoder.encode(content, block);
        assertThat(content.hasRemaining()).isFalse();
        return Direct.bytes(block.limit(length));
    }

    private static byte[] ofAnotherPort(byte[] plain) {
        SnappyCompressor compressor = new SnappyCompressor();
        byte[] block = new byte[compressor.maxCompressedLength(plain.length)];
        int length = compressor.compress(plain, 0, plain.length, block, 0, block.length);
        return Arrays.copyOf(block, length);
    }

    private static byte[] resource(String name) throws IOException {
        try (InputStream in = EarlySnappyEncoderTest.class.getResourceAsStream("snappy-1.1.0/" + name)) {
            return in.readAllBytes();
        }
    }
}
