package io.narrows.unpack.recipe;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.testkit.Seed;
import io.narrows.unpack.Direct;
import io.narrows.unpack.Plains;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.zip.Inflater;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares with streams of Go 1.26, whose lengths and digests are in {@code go-flate/streams.tsv}, and inflates with zlib. */
@Tag("long")
class GoFlateEncoderTest {
    private static final String TABLE = "go-flate/streams.tsv";
    private static final int ROWS = 19 * 11;
    private static final int GO_DEFAULT = -1;
    private static final int DEFAULT_LEVEL = 6;
    private static final int RUNS = 60;
    private static final int MARGIN = 7;

    private static final int STORED = 0;
    private static final int FIXED = 1;
    private static final int DYNAMIC = 2;

    private final GoFlateEncoder encoder = new GoFlateEncoder();

    @Test
    void streamsOfGo_areMadeAgain() throws Exception {
        List<String> rows = table();
        assertThat(rows).hasSize(ROWS);
        for (String row : rows) {
            String[] columns = row.split("\t");
            byte[] plain = GoFlateContents.of(columns[0], Integer.parseInt(columns[1]));
            int level = Integer.parseInt(columns[2]);

            byte[] stream = encoded(encoder, plain, level == GO_DEFAULT ? DEFAULT_LEVEL : level);

            assertThat(stream).as(row).hasSize(Integer.parseInt(columns[3]));
            assertThat(digest(stream)).as(row).isEqualTo(columns[4]);
        }
    }

    @Test
    void streamsOfGo_haveBlocksOfAllKinds() {
        assertThat(firstBlock(GoFlateContents.of("text", 17))).isEqualTo(FIXED);
        assertThat(firstBlock(GoFlateContents.of("text", 5_000))).isEqualTo(DYNAMIC);
        assertThat(firstBlock(GoFlateContents.of("noise", 70_000))).isEqualTo(STORED);
    }

    private int firstBlock(byte[] plain) {
        return encoded(encoder, plain, DEFAULT_LEVEL)[0] >>> 1 & 3;
    }

    @ParameterizedTest
    @ValueSource(ints = {-2, 1, 2, 3, 4, 5, 6, 7, 8, 9})
    void anyContent_isInflatedByZlib(int level) throws Exception {
        long seed = Seed.of("GoFlateEncoderTest " + level);
        Random random = new Random(seed);
        Plains plains = new Plains(seed);
        for (int run = 0; run < RUNS; run++) {
            byte[] plain = plains.any(random.nextInt(run % 10 == 0 ? 200_000 : 2_000));

            byte[] stream = encoded(encoder, plain, level);

            assertThat(Arrays.equals(inflated(stream, plain.length), plain))
                    .as("seed %d, run %d", seed, run)
                    .isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 6})
    void positionsBeforeAnOverflow_areForgotten(int level) {
        byte[] plain = GoFlateContents.of("text", 20_000);
        byte[] expected = encoded(encoder, plain, level);
        GoFlateEncoder old = new GoFlateEncoder(Integer.MAX_VALUE - 50_000);

        for (int run = 0; run < 4; run++) {
            assertThat(encoded(old, plain, level)).isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {-2, 1, 2, 4, 9})
    void otherOutput_stopsAfterTheBlock(int level) {
        byte[] plain = GoFlateContents.of("text", 1_200_000);
        byte[] expected = encoded(encoder, plain, level);
        expected[100] ^= 1;
        ByteBuffer content = Direct.of(plain);
        ByteBuffer output = ByteBuffer.allocateDirect(expected.length);

        assertThat(encoder.encode(content, level, output, Direct.of(expected))).isEqualTo(Recipe.STOPPED);
        assertThat(content.position()).isBetween(1, 128 << 10);
    }

    @Test
    void shorterExpectation_stops() {
        byte[] plain = GoFlateContents.of("text", 5_000);
        byte[] stream = encoded(encoder, plain, DEFAULT_LEVEL);
        ByteBuffer expected = Direct.of(Arrays.copyOf(stream, stream.length / 2));

        assertThat(encoder.encode(
                        Direct.of(plain), DEFAULT_LEVEL, ByteBuffer.allocateDirect(stream.length + 99), expected))
                .isEqualTo(Recipe.STOPPED);
    }

    /** Encodes a part of a buffer into a larger one. */
    private static byte[] encoded(GoFlateEncoder encoder, byte[] plain, int level) {
        ByteBuffer content = ByteBuffer.allocateDirect(plain.length + 2 * MARGIN)
                .position(MARGIN)
                .put(plain)
                .flip()
                .position(MARGIN);
        Recipe recipe = GoFlateRecipe.all().get(0);
        ByteBuffer stream = ByteBuffer.allocateDirect(recipe.bound(plain.length));
        int length = encoder.encode(content, level, stream, null);
        assertThat(content.hasRemaining()).isFalse();
        return Direct.bytes(stream.limit(length));
    }

    private static byte[] inflated(byte[] stream, int length) throws Exception {
        Inflater inflater = new Inflater(true);
        try {
            byte[] plain = new byte[length + 1];
            inflater.setInput(stream);
            int inflated = inflater.inflate(plain);
            assertThat(inflater.finished()).isTrue();
            assertThat(inflater.getRemaining()).isZero();
            return Arrays.copyOf(plain, inflated);
        } finally {
            inflater.end();
        }
    }

    private static String digest(byte[] stream) throws Exception {
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(stream));
    }

    private static List<String> table() throws IOException {
        try (InputStream in = GoFlateEncoderTest.class.getResourceAsStream(TABLE)) {
            return new String(in.readAllBytes(), StandardCharsets.US_ASCII)
                    .lines()
                    .toList();
        }
    }
}
