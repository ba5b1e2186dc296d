package io.narrows.unpack.recipe;

import io.narrows.unpack.PieceKind;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * {@code LZ4_compress_fast_continue} as most programs have it, in a frame of {@code LZ4F_compressUpdate} with linked blocks, by
 * {@link Lz4FastEncoder}. The plain bytes of a block have the history of its frame before their position.
 */
final class Lz4LinkedRecipe implements Recipe {
    /** The block continues the frame of the block that was rebuilt last. */
    static final int CONTINUES = 1;

    /**
     * Of a first block: the encoder had made frames before. Of others: the content is not in memory behind the content before it, as if
     * that was copied into the encoder's own buffer.
     */
    static final int OTHER = 2;

    /** With both of these: the encoder only remembers the block before. */
    static final int LAST_BLOCK = 4;

    /** The application stored the block, whether or not this encoder would. */
    static final int STORED = 8;

    private static final int[] FIRST = {0, OTHER};
    private static final int[] OTHERS = {CONTINUES, CONTINUES | OTHER, CONTINUES | OTHER | LAST_BLOCK};

    private static final int NANOS_PER_BYTE = 4;

    @Override
    public PieceKind kind() {
        return PieceKind.LZ4_LINKED_BLOCK;
    }

    @Override
    public String id() {
        return "lz4 1.9 fast linked";
    }

    @Override
    public long nanos(int plainLength) {
        return (long) NANOS_PER_BYTE * plainLength;
    }

    @Override
    public int bound(int plainLength) {
        return Lz4FastEncoder.bound(plainLength);
    }

    /** A stored block has the settings of the one before: its bytes do not depend on them, and the bytes of later ones hardly. */
    @Override
    public int[] settings(ByteBuffer packed, int plainLength, Workspace workspace) {
        Lz4History history = workspace.history();
        int[] possible = history.nextContinues() ? OTHERS : FIRST;
        if (!history.isNextStored()) {
            return possible.clone();
        }
        int before = history.lastSettings() & ~STORED;
        boolean isPossible = history.nextContinues() && (before & CONTINUES) != 0;
        return new int[] {STORED | (isPossible ? before : possible[0])};
    }

    @Override
    public boolean hasSettings(int settings) {
        return switch (settings & ~STORED) {
            case 0, OTHER, CONTINUES, CONTINUES | OTHER, CONTINUES | OTHER | LAST_BLOCK -> true;
            default -> false;
        };
    }

    /** Returns whether settings of this recipe are those of a block that follows another one. */
    static boolean continues(int settings) {
        return (settings & CONTINUES) != 0;
    }

    @Override
    public int encode(
            ByteBuffer plain, int settings, ByteBuffer dst, @Nullable ByteBuffer expected, Workspace workspace) {
        int length = workspace.lz4Encoder().encodeLinked(plain, settings, workspace.history(), dst);
        if (length == Lz4FastEncoder.OVER_LIMIT || (settings & STORED) != 0) {
            length = plain.remaining();
            dst.duplicate().clear().put(plain.duplicate());
        }
        plain.position(plain.limit());
        return length;
    }

    @Override
    public String toString() {
        return id();
    }
}
