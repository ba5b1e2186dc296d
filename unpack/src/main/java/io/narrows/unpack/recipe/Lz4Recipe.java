package io.narrows.unpack.recipe;

import io.narrows.unpack.PieceKind;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import net.jpountz.lz4.LZ4Compressor;
import net.jpountz.lz4.LZ4Factory;
import org.jspecify.annotations.Nullable;

/**
 * The encoders of the linked lz4-java for single blocks: {@code LZ4_compress_default}, and {@code LZ4_compress_HC} at its
 * levels. Its library is lz4 1.11. Levels 3 to 9 make the same bytes as in lz4 1.9 and 1.10; {@code LZ4_compress_default} and the
 * other levels make different ones.
 */
final class Lz4Recipe implements Recipe {
    /** The version of lz4-java whose native library is linked; its output is pinned by a test. */
    static final String VERSION = "1.13.0";

    /**
     * The levels that differ, in the order in which to try them: 9 is lz4-java's default, 3 and 12 are other libraries'. Level 1 is
     * the same as 2, and the levels above 12 are the same as 12.
     */
    private static final List<Integer> LEVELS = List.of(9, 3, 12, 4, 5, 6, 7, 8, 10, 11, 2);

    private static final int[] NANOS_PER_BYTE = {0, 0, 6, 15, 18, 20, 24, 27, 30, 33, 60, 90, 160};

    private final String id;
    private final int nanosPerByte;
    private final LZ4Compressor compressor;

    private Lz4Recipe(String id, int nanosPerByte, LZ4Compressor compressor) {
        this.id = id;
        this.nanosPerByte = nanosPerByte;
        this.compressor = compressor;
    }

    /** Returns all recipes of LZ4, in the order in which to try them. */
    static List<Recipe> all() {
        LZ4Factory lz4 = LZ4Factory.nativeInstance();
        List<Recipe> all = new ArrayList<>();
        all.add(new Lz4FastRecipe());
        all.add(new Lz4Recipe("lz4-java " + VERSION + " fast", 2, lz4.fastCompressor()));
        for (int level : LEVELS) {
            LZ4Compressor compressor = lz4.highCompressor(level);
            all.add(new Lz4Recipe("lz4-java " + VERSION + " hc " + level, NANOS_PER_BYTE[level], compressor));
        }
        return all;
    }

    @Override
    public PieceKind kind() {
        return PieceKind.LZ4_BLOCK;
    }

    @Override
    public String id() {
        return id;
    }

    @Override
    public String encoder() {
        return "lz4-java " + VERSION;
    }

    @Override
    public long nanos(int plainLength) {
        return (long) nanosPerByte * plainLength;
    }

    @Override
    public int bound(int plainLength) {
        return compressor.maxCompressedLength(plainLength);
    }

    @Override
    public int encode(
            ByteBuffer plain, int settings, ByteBuffer dst, @Nullable ByteBuffer expected, Workspace workspace) {
        int room = bound(plain.remaining());
        int length = compressor.compress(plain, plain.position(), plain.remaining(), dst, 0, room);
        plain.position(plain.limit());
        return length;
    }

    @Override
    public String toString() {
        return id;
    }
}
