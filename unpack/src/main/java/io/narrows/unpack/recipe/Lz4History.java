package io.narrows.unpack.recipe;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The state of an encoder of linked LZ4 blocks between two blocks of a frame: the last 64 KiB of plain bytes, and its hash table. Both ends
 * of a link keep one for each direction of a connection that has such blocks. One thread uses it at a time.
 *
 * <p>Positions in the table are distances from the beginning of the next block, negative or zero, so that they do not grow with the frame.
 */
public final class Lz4History {
    /** The memory of one history, in bytes. */
    public static final int HELD_BYTES = Lz4FastEncoder.DISTANCE_MAX + 1 + Integer.BYTES * Lz4FastEncoder.LINKED_TABLE;

    /** Position of an entry that is empty, or too far back. It is below all others by more than the longest distance. */
    private static final int NONE = Integer.MIN_VALUE >> 1;

    private final byte[] text = new byte[Lz4FastEncoder.DISTANCE_MAX + 1];
    private final int[] positions = new int[Lz4FastEncoder.LINKED_TABLE];
    private int length;

    /** Plain bytes of the last block. */
    private int lastBlock;

    /** The settings of the last block. */
    private int lastSettings;

    private boolean nextContinues;
    private boolean nextIsStored;

    /** The settings with which the encoder has compressed the next block last; -1 if it has not. */
    private int encodedWith = -1;

    /**
     * Begins a block.
     *
     * @param continues whether it follows the last one in the same frame; otherwise, the history is emptied
     * @param isStored whether the application did not compress it
     */
    public void begin(boolean continues, boolean isStored) {
        if (!continues) {
            length = 0;
            lastBlock = 0;
            lastSettings = 0;
        }
        nextContinues = continues;
        nextIsStored = isStored;
        encodedWith = -1;
    }

    boolean nextContinues() {
        return nextContinues;
    }

    boolean isNextStored() {
        return nextIsStored;
    }

    int lastSettings() {
        return lastSettings;
    }

    /** Returns the plain bytes to which the next block can refer. */
    int length() {
        return length;
    }

    /**
     * Begins a block that was made with settings of its recipe.
     *
     * @return a buffer that begins with the history, positioned behind it, with room for the block
     */
    public ByteBuffer begin(int settings, int room, GrowingBuffer buffer) {
        begin(Lz4LinkedRecipe.continues(settings), (settings & Lz4LinkedRecipe.STORED) != 0);
        return before(room, buffer);
    }

    /** Returns a buffer that begins with the history, positioned behind it, with room for the next block. */
    ByteBuffer before(int room, GrowingBuffer buffer) {
        return buffer.cleared(length + room).limit(length + room).put(text, 0, length);
    }

    /**
     * Puts the table into an encoder's.
     *
     * @param base position of the next block
     * @param least position of the first byte to which it can refer
     */
    void restore(int[] table, int base, int least, int settings) {
        encodedWith = settings;
        for (int i = 0; i < positions.length; i++) {
            int position = positions[i] + base;
            table[i] = position >= least ? position : NONE;
        }
    }

    /** Puts an empty table into an encoder's: entries of an encoder that was not used before are the first byte. */
    void restoreEmpty(int[] table, int base, int settings) {
        encodedWith = settings;
        Arrays.fill(table, 0, positions.length, (settings & Lz4LinkedRecipe.OTHER) == 0 ? base : NONE);
    }

    /** Returns the first byte to which a block can refer, as a distance from its beginning. */
    int reach(int settings) {
        return (settings & Lz4LinkedRecipe.LAST_BLOCK) == 0 ? length : Math.min(length, lastBlock);
    }

    /**
     * Appends the block. The encoder must have used this workspace last.
     *
     * @param plain its remaining bytes are the block's content; the position is not changed
     * @param settings those of the recipe that made the block
     */
    public void append(ByteBuffer plain, int settings, Workspace workspace) {
        if (encodedWith != settings) {
            ByteBuffer output = workspace.output().cleared(Lz4FastEncoder.bound(plain.remaining()));
            workspace.lz4Encoder().encodeLinked(plain, settings, this, output);
        }
        int end = plain.limit();
        int[] table = workspace.lz4Encoder().table();
        for (int i = 0; i < positions.length; i++) {
            int position = table[i] - end;
            positions[i] = table[i] != NONE && position >= -Lz4FastEncoder.DISTANCE_MAX ? position : NONE;
        }
        lastBlock = plain.remaining();
        lastSettings = settings;
        int added = Math.min(lastBlock, text.length);
        int kept = Math.min(length, text.length - added);
        System.arraycopy(text, length - kept, text, 0, kept);
        plain.get(end - added, text, kept, added);
        length = kept + added;
    }
}
