package io.narrows.unpack.recipe;

import io.narrows.unpack.PieceKind;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * An encoder of one version at one level: it makes the same bytes from the same plain bytes in every process that has a
 * recipe with this id. Safe for use by many threads.
 */
public interface Recipe {
    /** The result of {@link #encode} if it stopped early. */
    int STOPPED = -1;

    /** The settings of recipes that have none. */
    int NO_SETTINGS = 0;

    PieceKind kind();

    /** Returns the name that identifies the recipe to other processes: the encoder, its version and level. */
    String id();

    /**
     * Returns the name by which processes offer the recipe to each other: the encoder and its version. A process has either all recipes
     * of an encoder or none.
     */
    default String encoder() {
        return id();
    }

    /** Returns the processor time that compressing takes, roughly, in nanoseconds. */
    long nanos(int plainLength);

    /** Returns the native memory that a workspace keeps after using this recipe, in bytes. */
    default long contextBytes() {
        return 0;
    }

    /** Returns the most bytes that a number of plain bytes can become. */
    int bound(int plainLength);

    /**
     * Returns the settings with which this recipe may have made a piece, in the order in which to try them.
     *
     * @param packed the valid piece; its position is not changed
     * @param workspace that of the piece
     */
    default int[] settings(ByteBuffer packed, int plainLength, Workspace workspace) {
        return new int[] {NO_SETTINGS};
    }

    /** Returns whether settings, as received from a peer, exist. */
    default boolean hasSettings(int settings) {
        return settings == NO_SETTINGS;
    }

    /** Returns whether {@link #encode} stops soon after the first byte that differs from what is expected. */
    default boolean stopsEarly(int settings) {
        return false;
    }

    /**
     * Compresses plain bytes.
     *
     * @param plain a direct buffer; its position is advanced by the bytes that were compressed
     * @param dst a direct buffer; the result begins at index 0. Its capacity is at least the bound
     * @param expected if not null, the encoder may stop as soon as its output differs from these remaining bytes
     * @return the length of the result, or {@link #STOPPED}
     */
    int encode(ByteBuffer plain, int settings, ByteBuffer dst, @Nullable ByteBuffer expected, Workspace workspace);
}
