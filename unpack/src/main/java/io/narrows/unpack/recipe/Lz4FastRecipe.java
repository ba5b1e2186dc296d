package io.narrows.unpack.recipe;

import io.narrows.unpack.PieceKind;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/** {@code LZ4_compress_default} as most programs have it, by {@link Lz4FastEncoder}. */
final class Lz4FastRecipe implements Recipe {
    private static final int NANOS_PER_BYTE = 4;

    @Override
    public PieceKind kind() {
        return PieceKind.LZ4_BLOCK;
    }

    @Override
    public String id() {
        return "lz4 1.9 fast";
    }

    @Override
    public long nanos(int plainLength) {
        return (long) NANOS_PER_BYTE * plainLength;
    }

    @Override
    public int bound(int plainLength) {
        return Lz4FastEncoder.bound(plainLength);
    }

    @Override
    public int encode(
            ByteBuffer plain, int settings, ByteBuffer dst, @Nullable ByteBuffer expected, Workspace workspace) {
        int length = workspace.lz4Encoder().encode(plain.duplicate().order(ByteOrder.LITTLE_ENDIAN), dst);
        plain.position(plain.limit());
        return length;
    }

    @Override
    public String toString() {
        return id();
    }
}
