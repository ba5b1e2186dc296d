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
    private final NibbleRows rows = new NibbleRows(2 << 8, new ArrayPool(0));

    /** The loops for runs of literals are another form of coding them byte by byte, with a source before the beginning of the ring too. */
    @Test
    void literals_ofRunsCodedByteByByte_areTheSame() throws Exception {
        byte[][] runs = runs();
        byte[] coded = new byte[RUNS * 10];
        byte[] ring = ring();
        BitEncoder encoder = new BitEncoder();
        encoder.start(coded, 0);
        for (int run = 0; run < RUNS; run++) {
            int position = put(runs[run], ring, run);
            for (int i = 0; i < runs[run].length; i++) {
                int source = position + i - DISTANCE;
                int row = (i > 0 || isAfterLiteral(run) ? 256 : 0) | ring[source < 0 ? source + LAP : source] & 0xff;
                encoder.nibbles(rows, row, ring[position + i] & 0xff);
            }
        }
        byte[] byByte = Arrays.copyOf(coded, encoder.finish());

        assertThat(coded(runs)).isEqualTo(byByte);
        assertDecodes(byByte, runs);
    }

    /** Returns the runs, coded by the loop. */
    private byte[] coded(byte[][] runs) {
        byte[] coded = new byte[RUNS * 10];
        byte[] ring = ring();
        BitEncoder encoder = new BitEncoder();
        encoder.start(coded, 0);
        rows.clear();
        for (int run = 0; run < RUNS; run++) {
            int position = put(runs[run], ring, run);
            encoder.literals(rows, ring, position, runs[run].length, DISTANCE, LAP, isAfterLiteral(run));
        }
        return Arrays.copyOf(coded, encoder.finish());
    }

    private void assertDecodes(byte[] coded, byte[][] runs) throws Exception {
        BitDecoder decoder = new BitDecoder();
        decoder.start(Arrays.copyOf(coded, coded.length + BitDecoder.SLACK), 0, coded.length);
        rows.clear();
        byte[] back = ring();
        for (int run = 0; run < RUNS; run++) {
            int position = position(run);
            decoder.literals(rows, back, position, runs[run].length, DISTANCE, LAP, isAfterLiteral(run));
            assertThat(Arrays.copyOfRange(back, position, position + runs[run].length))
                    .isEqualTo(runs[run]);
        }
        decoder.finish();
    }

    private byte[][] runs() {
        byte[][] runs = new byte[RUNS][];
        for (int run = 0; run < RUNS; run++) {
            runs[run] = new byte[1 + random.nextInt(6)];
            for (int i = 0; i < runs[run].length; i++) {
                runs[run][i] = (byte) (random.nextInt(4) == 0 ? random.nextInt() : 'a' + i);
            }
        }
        return runs;
    }

    /** Copies a run into the ring and returns its position. */
    private static int put(byte[] run, byte[] ring, int number) {
        System.arraycopy(run, 0, ring, position(number), run.length);
        return position(number);
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
