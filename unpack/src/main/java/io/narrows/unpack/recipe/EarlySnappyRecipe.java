package io.narrows.unpack.recipe;

import io.narrows.unpack.PieceKind;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** The {@link EarlySnappyEncoder}, which is part of this project and makes the same bytes on every machine. */
final class EarlySnappyRecipe implements Recipe {
    @Override
    public PieceKind kind() {
        return PieceKind.SNAPPY_BLOCK;
    }

    @Override
    public String id() {
        return "snappy 1.1.0";
    }

    @Override
    public long nanos(int plainLength) {
        return 4L * plainLength;
    }

    /** {@code MaxCompressedLength} of Snappy. */
    @Override
    public int bound(int plainLength) {
        return 32 + plainLength + plainLength / 6;
    }

    @Override
    public int encode(
            ByteBuffer plain, int settings, ByteBuffer dst, @Nullable ByteBuffer expected, Workspace workspace) {
        return workspace.earlySnappy().encode(plain, dst);
    }

    @Override
    public String toString() {
        return id();
    }
}
