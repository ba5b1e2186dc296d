package io.narrows.unpack.recipe;

import io.narrows.unpack.PieceKind;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.Deflater;
import org.jspecify.annotations.Nullable;

/**
 * This process's zlib at a level, with the default strategy, window and memory: as {@code GZIPOutputStream} and most programs
 * use it. The library is the machine's or the JDK's, and some replacements make other bytes, so that the id has a fingerprint
 * of the output.
 */
final class DeflateRecipe implements Recipe {
    /** Most programs use 6, some offer "fastest" and "best". */
    private static final List<Integer> LEVELS = List.of(6, 1, 9, 5, 4, 3, 2, 7, 8);

    private static final int[] NANOS_PER_BYTE = {0, 15, 16, 20, 24, 32, 45, 55, 80, 100};

    /** Bytes of output between two comparisons with what is expected. */
    static final int STEP = 4 << 10;

    /** The bytes of zlib's state at the default window and memory: zconf.h. */
    static final long CONTEXT_BYTES = (1 << 17) + (1 << 17) + (6 << 10);

    private static final int[] ONLY_SETTINGS = {NO_SETTINGS};
    private static final int[] NO_MATCH = {};

    private final int level;
    private final String id;
    private final String encoder;

    private DeflateRecipe(int level, String id, String encoder) {
        this.level = level;
        this.id = id;
        this.encoder = encoder;
    }

    /** Returns the recipes, in the order in which to try them. */
    static List<Recipe> all() {
        List<byte[]> vectors = FingerprintVectors.all();
        List<String> fingerprints = LEVELS.stream()
                .map(level -> Fingerprint.of(new DeflateRecipe(level, "", ""), vectors))
                .toList();
        String encoder = "deflate " + Fingerprint.of(fingerprints);
        List<Recipe> all = new ArrayList<>();
        for (int i = 0; i < LEVELS.size(); i++) {
            int level = LEVELS.get(i);
            all.add(new DeflateRecipe(level, "deflate " + level + " " + fingerprints.get(i), encoder));
        }
        return all;
    }

    int level() {
        return level;
    }

    @Override
    public PieceKind kind() {
        return PieceKind.DEFLATE;
    }

    @Override
    public String id() {
        return id;
    }

    @Override
    public String encoder() {
        return encoder;
    }

    @Override
    public long nanos(int plainLength) {
        return (long) NANOS_PER_BYTE[level] * plainLength;
    }

    @Override
    public long contextBytes() {
        return CONTEXT_BYTES;
    }

    /** {@code deflateBound}, and a spare byte that shows that nothing is left. */
    @Override
    public int bound(int plainLength) {
        return plainLength + (plainLength >>> 12) + (plainLength >>> 14) + (plainLength >>> 25) + 7 + 1;
    }

    /** Streams of Go's encoder are not tried: all levels together take so long that the piece could be late. */
    @Override
    public int[] settings(ByteBuffer packed, int plainLength, Workspace workspace) {
        return EmptyLastBlock.ends(packed) ? NO_MATCH : ONLY_SETTINGS;
    }

    @Override
    public boolean stopsEarly(int settings) {
        return true;
    }

    @Override
    public int encode(
            ByteBuffer plain, int settings, ByteBuffer dst, @Nullable ByteBuffer expected, Workspace workspace) {
        ByteBuffer output = dst.duplicate();
        int bound = bound(plain.remaining());
        ExpectedOutput comparison = new ExpectedOutput(expected);
        Deflater deflater = workspace.deflater(level);
        try {
            deflater.setInput(plain);
            deflater.finish();
            while (!deflater.finished()) {
                output.limit(Math.min(bound, output.position() + STEP));
                if (deflater.deflate(output) == 0 && !deflater.finished()) {
                    throw new IllegalStateException("deflate exceeds its bound");
                }
                if (!comparison.continuesWith(output)) {
                    return STOPPED;
                }
            }
            return output.position();
        } finally {
            deflater.reset();
        }
    }

    @Override
    public String toString() {
        return id;
    }
}
