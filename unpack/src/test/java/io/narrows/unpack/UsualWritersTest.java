package io.narrows.unpack;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.RecyclingBufferPool;
import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdOutputStreamNoFinalizer;
import io.narrows.testkit.Seed;
import io.narrows.unpack.recipe.AgreedRecipes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.xerial.snappy.Snappy;

/** Pieces as programs write them: through streams, in writes of any length, or in one call. */
class UsualWritersTest {
    /** Those of the releases that write here: others make some of the same frames. */
    private static final AgreedRecipes ALL = Pieces.RECIPES.agreed(Pieces.RECIPES.encoders().stream()
            .filter(encoder -> !encoder.startsWith("zstd 1.5.6 "))
            .toList());

    private static final int GZIP_HEADER = 10;
    private static final int GZIP_TRAILER = 8;
    private static final int ZLIB_HEADER = 2;
    private static final int ZLIB_TRAILER = 4;
    private static final int[] LENGTHS = {100, 5_000, 70_000, 131_072, 131_073, 700_000};

    private final long seed = Seed.of(UsualWritersTest.class);
    private final Random random = new Random(seed);
    private final Plains plains = new Plains(seed);
    private final List<Refusal> refusals = new ArrayList<>();

    /** Compresses into a stream. */
    private interface Writer {
        OutputStream on(OutputStream out) throws IOException;
    }

    @Test
    void gzipOutputStream_isRebuilt() throws Exception {
        for (int length : LENGTHS) {
            byte[] member = written(GZIPOutputStream::new, length);

            check(
                    PieceKind.DEFLATE,
                    Arrays.copyOfRange(member, GZIP_HEADER, member.length - GZIP_TRAILER),
                    "deflate 6 ");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4, 9})
    void zlibStream_isRebuilt(int level) throws Exception {
        for (int length : LENGTHS) {
            byte[] stream = written(out -> new DeflaterOutputStream(out, new Deflater(level)), length);

            check(
                    PieceKind.DEFLATE,
                    Arrays.copyOfRange(stream, ZLIB_HEADER, stream.length - ZLIB_TRAILER),
                    length < 10_000 || level == 9 ? "deflate" : "deflate " + level + " ");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 6, 9})
    void zstdOutputStream_isRebuilt(int level) throws Exception {
        for (int length : LENGTHS) {
            byte[] frame =
                    written(out -> new ZstdOutputStreamNoFinalizer(out, RecyclingBufferPool.INSTANCE, level), length);

            check(PieceKind.ZSTD_FRAME, frame, "zstd 1.5.7 level");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {-3, 1, 3, 6})
    void zstdFrameOfOneCall_isRebuilt(int level) throws Exception {
        for (int length : LENGTHS) {
            byte[] plain = plains.orders(length);

            check(PieceKind.ZSTD_FRAME, Zstd.compress(plain, level), "zstd 1.5.7 level");
            try (ZstdCompressCtx context = new ZstdCompressCtx()) {
                context.setLevel(level).setChecksum(true);
                check(PieceKind.ZSTD_FRAME, context.compress(plain), "zstd 1.5.7 level");
            }
        }
    }

    @Test
    void snappyBlock_isRebuilt() throws Exception {
        for (int length : LENGTHS) {
            check(PieceKind.SNAPPY_BLOCK, Snappy.compress(plains.orders(length)), "snappy-java");
        }
    }

    private byte[] written(Writer writer, int length) throws IOException {
        byte[] plain = plains.orders(length);
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        try (OutputStream out = writer.on(written)) {
            int from = 0;
            while (from < length) {
                int part = Math.min(length - from, 1 + random.nextInt(random.nextInt(4) == 0 ? 200_000 : 2_000));
                out.write(plain, from, part);
                from += part;
            }
        }
        return written.toByteArray();
    }

    private void check(PieceKind kind, byte[] original, String id) throws Exception {
        PieceUnpacker unpacker =
                new PieceUnpacker(ALL, PieceLimits.STANDARD, (refused, reason, bytes) -> refusals.add(reason));
        try (UnpackedPiece piece = unpacker.unpack(Pieces.found(kind, original), Direct.of(original))) {
            assertThat(piece)
                    .as("%s of %d bytes: %s", kind, original.length, refusals)
                    .isNotNull();
            assertThat(piece.recipe().id()).startsWith(id);
            assertThat(piece.differencesLength()).isZero();
            assertThat(Pieces.rebuilt(ALL, Pieces.carried(piece))).isEqualTo(original);
        }
    }
}
