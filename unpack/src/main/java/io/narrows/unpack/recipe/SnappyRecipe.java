package io.narrows.unpack.recipe;

import io.narrows.unpack.PieceKind;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.xerial.snappy.Snappy;

/**
 * The encoder of the linked snappy-java. Snappy computes its hashes by instructions that only some builds use, and they
 * determine its output, so that the id has a fingerprint of the output as well.
 */
final class SnappyRecipe implements Recipe {
    private final String id;

    private SnappyRecipe(String id) {
        this.id = id;
    }

    /** Returns all recipes of Snappy, in the order in which to try them. */
    static List<Recipe> all() {
        return List.of(linked(), new EarlySnappyRecipe());
    }

    private static SnappyRecipe linked() {
        String name = "snappy-java " + Snappy.getNativeLibraryVersion();
        return new SnappyRecipe(name + " " + Fingerprint.of(new SnappyRecipe(name), FingerprintVectors.all()));
    }

    @Override
    public PieceKind kind() {
        return PieceKind.SNAPPY_BLOCK;
    }

    @Override
    public String id() {
        return id;
    }

    @Override
    public long nanos(int plainLength) {
        return 2L * plainLength;
    }

    @Override
    public int bound(int plainLength) {
        return Snappy.maxCompressedLength(plainLength);
    }

    @Override
    public int encode(
            ByteBuffer plain, int settings, ByteBuffer dst, @Nullable ByteBuffer expected, Workspace workspace) {
        try {
            int length = Snappy.compress(plain, dst.duplicate());
            plain.position(plain.limit());
            return length;
        } catch (IOException e) {
            throw new IllegalStateException("Snappy compression failed", e);
        }
    }

    @Override
    public String toString() {
        return id;
    }
}
