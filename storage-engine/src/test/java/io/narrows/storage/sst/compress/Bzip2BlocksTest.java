package io.narrows.storage.sst.compress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.narrows.codec.MalformedDataException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class Bzip2BlocksTest {
    private static final long SEED = 20261121;
    private static final byte[] CONTENT = content(500);
    private static final byte[] BLOCK = compress(CONTENT);

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 100, 4096, 250_000})
    void decompress_wholeBlock_givesItsContent(int length) throws Exception {
        byte[] content = content(length);

        assertThat(decompress(compress(content), length)).isEqualTo(content);
    }

    @Test
    void decompress_insideArrays_touchesNothingElse() throws Exception {
        byte[] src = new byte[BLOCK.length + 30];
        System.arraycopy(BLOCK, 0, src, 10, BLOCK.length);
        byte[] dst = new byte[CONTENT.length + 20];

        Bzip2Blocks.decompress(src, 10, BLOCK.length, dst, 7, CONTENT.length);

        assertThat(Arrays.copyOfRange(dst, 7, 7 + CONTENT.length)).isEqualTo(CONTENT);
        assertThat(Arrays.copyOf(dst, 7)).containsOnly(0);
        assertThat(Arrays.copyOfRange(dst, 7 + CONTENT.length, dst.length)).containsOnly(0);
    }

    @Test
    void decompress_anotherLength_isRefused() {
        assertRefused(BLOCK, CONTENT.length + 1, "bzip2 block of 500 bytes (expected: 501)");
        assertRefused(BLOCK, CONTENT.length - 1, "bzip2 block of more than 499 bytes (expected: 499)");
        assertRefused(BLOCK, 0, "bzip2 block of more than 0 bytes (expected: 0)");
    }

    @Test
    void decompress_bytesBehindTheEnd_isRefused() {
        assertRefused(Arrays.copyOf(BLOCK, BLOCK.length + 3), CONTENT.length, "bzip2 block with 3 bytes after its end");
    }

    @Test
    void decompress_cutAnywhere_isRefused() {
        for (int length = 0; length < BLOCK.length; length++) {
            assertRefused(Arrays.copyOf(BLOCK, length), CONTENT.length, "bzip2 block");
        }
    }

    /** The stream has its own checksums; unneeded parts, such as padding, may be damaged. */
    @Test
    void decompress_anyBitTurned_isRefusedOrTheSame() {
        for (int bit = 0; bit < 8 * BLOCK.length; bit++) {
            byte[] damaged = BLOCK.clone();
            damaged[bit / 8] ^= (byte) (1 << bit % 8);
            try {
                assertThat(decompress(damaged, CONTENT.length))
                        .as("bit %d", bit)
                        .isEqualTo(CONTENT);
            } catch (MalformedDataException refused) {
                assertThat(refused).hasMessageStartingWith("bzip2 block");
            }
        }
    }

    @Test
    void decompress_noise_isRefused() {
        Random random = new Random(SEED);
        for (int run = 0; run < 500; run++) {
            byte[] noise = new byte[random.nextInt(400)];
            random.nextBytes(noise);
            System.arraycopy(BLOCK, 0, noise, 0, Math.min(noise.length, random.nextInt(40)));

            assertRefused(noise, CONTENT.length, "bzip2 block");
        }
    }

    private static void assertRefused(byte[] block, int length, String message) {
        assertThatExceptionOfType(MalformedDataException.class)
                .as("%d bytes, seed %d", block.length, SEED)
                .isThrownBy(() -> decompress(block, length))
                .withMessageStartingWith(message);
    }

    private static byte[] decompress(byte[] block, int length) throws MalformedDataException {
        byte[] content = new byte[length];
        Bzip2Blocks.decompress(block, 0, block.length, content, 0, length);
        return content;
    }

    private static byte[] content(int length) {
        byte[] rows = "row of a table, ".repeat(length / 16 + 1).getBytes(StandardCharsets.US_ASCII);
        for (int i = 0; i < rows.length; i += 7) {
            rows[i] = (byte) (i * 31);
        }
        return Arrays.copyOf(rows, length);
    }

    /** Compresses at the lowest level, as RocksDB does. */
    private static byte[] compress(byte[] content) {
        ByteArrayOutputStream block = new ByteArrayOutputStream();
        try (BZip2CompressorOutputStream out = new BZip2CompressorOutputStream(block, 1)) {
            out.write(content);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return block.toByteArray();
    }
}
