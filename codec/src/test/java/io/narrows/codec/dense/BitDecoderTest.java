package io.narrows.codec.dense;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class BitDecoderTest {
    private static final int RUNS = 3_000;
    private static final int DISTANCE = 9;
    private static final int LAP = 200;

    private final Random random = new Random(7);
    private final Models models = new Models(Literals.NIBBLES, new ArrayPool(0));

    /** The loop for runs of literals is another form of coding them byte by byte, with a source before the beginning of the ring too. */
    @Test
    void literals_ofRunsCodedByteByByte_areTheSame() throws Exception {
        byte[][] runs = new byte[RUNS][];
        byte[] coded = new byte[RUNS * 10];
        byte[] ring = ring();
        BitEncoder encoder = new BitEncoder();
        encoder.start(coded, 0);
        for (int run = 0; run < RUNS; run++) {
            runs[run] = new byte[1 + random.nextInt(6)];
            for (int i = 0; i < runs[run].length; i++) {
                runs[run][i] = (byte) (random.nextInt(4) == 0 ? random.nextInt() : 'a' + i);
            }
            int position = position(run);
            System.arraycopy(runs[run], 0, ring, position, runs[run].length);
            for (int i = 0; i < runs[run].length; i++) {
                int source = position + i - DISTANCE;
                int row = (i > 0 || isAfterLiteral(run) ? 256 : 0) | ring[source < 0 ? source + LAP : source] & 0xff;
                encoder.nibbles(models.nibbles, row * Nibbles.BYTE, ring[position + i] & 0xff);
            }
        }
        int end = encoder.finish();

        BitDecoder decoder = new BitDecoder();
        byte[] padded = Arrays.copyOf(coded, end + BitDecoder.SLACK);
        decoder.start(padded, 0, end);
        Nibbles.clear(models.nibbles, 0, models.nibbles.length);
        byte[] back = ring();
        for (int run = 0; run < RUNS; run++) {
            int position = position(run);
            decoder.literals(models, back, position, runs[run].length, DISTANCE, LAP, isAfterLiteral(run));
            assertThat(Arrays.copyOfRange(back, position, position + runs[run].length))
                    .isEqualTo(runs[run]);
        }
        decoder.finish();
    }

    private static byte[] ring() {
        byte[] ring = new byte[LAP];
        new Random(1).nextBytes(ring);
        return ring;
    }

    private static boolean isAfterLiteral(int run) {
        return run % 3 == 0;
    }

    private static int position(int run) {
        return run * 7 % 190;
    }
}
