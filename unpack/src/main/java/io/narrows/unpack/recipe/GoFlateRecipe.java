package io.narrows.unpack.recipe;

import io.narrows.unpack.PieceKind;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The {@link GoFlateEncoder} at a level, which is part of this project and makes the same bytes on every machine. */
final class GoFlateRecipe implements Recipe {
    private static final String ENCODER = "go 1.19 flate";

    /** Go's default is 6, most programs that choose take the fastest or the best. */
    private static final List<Integer> LEVELS = List.of(6, 1, 9, 5, 4, 3, 2, 7, 8, GoFlateEncoder.LITERALS_ONLY);

    private static final int[] NANOS_PER_BYTE = {8, 8, 10, 16, 12, 20, 40, 50, 70, 70};

    private static final int[] ONLY_SETTINGS = {NO_SETTINGS};
    private static final int[] NO_MATCH = {};

    private final int level;

    private GoFlateRecipe(int level) {
        this.level = level;
    }

    /** Returns the recipes, in the order in which to try them. */
    static List<Recipe> all() {
        return LEVELS.stream().<Recipe>map(GoFlateRecipe::new).toList();
    }

    @Override
    public PieceKind kind() {
        return PieceKind.DEFLATE;
    }

    @Override
    public String id() {
        return ENCODER + " " + level;
    }

    @Override
    public String encoder() {
        return ENCODER;
    }

    @Override
    public long nanos(int plainLength) {
        return (long) NANOS_PER_BYTE[Math.max(0, level)] * plainLength;
    }

    /** Blocks of which the encoder no longer has the content cannot be stored: a literal then takes 9 bits at most. */
    @Override
    public int bound(int plainLength) {
        return plainLength + (plainLength >>> 3) + (plainLength >>> 10) + 32;
    }

    @Override
    public int[] settings(ByteBuffer packed, int plainLength, Workspace workspace) {
        return EmptyLastBlock.ends(packed) ? ONLY_SETTINGS : NO_MATCH;
    }

    @Override
    public boolean stopsEarly(int settings) {
        return true;
    }

    @Override
    public int encode(
            ByteBuffer plain, int settings, ByteBuffer dst, @Nullable ByteBuffer expected, Workspace workspace) {
        return workspace.goFlate().encode(plain, level, dst, expected);
    }

    @Override
    public String toString() {
        return id();
    }
}
