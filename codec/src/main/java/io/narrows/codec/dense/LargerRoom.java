package io.narrows.codec.dense;

import org.jspecify.annotations.Nullable;

/**
 * Larger arrays for a {@link History}, which another thread allocates and fills while frames continue in the smaller ones:
 * memory is mapped page by page on first access, which takes a millisecond or two for megabytes.
 *
 * <p>Settled content no longer changes. Content written after it in the meantime is copied when the arrays are taken over.
 */
final class LargerRoom implements Runnable {
    private final int limit;
    private final int settled;
    private final ArrayPool arrays;

    /** The smaller arrays; null once these are no longer needed. */
    private volatile @Nullable Smaller smaller;

    private byte[] bytes = {};
    private long[] starts = {};
    private long[] literals = {};
    private volatile boolean made;

    private record Smaller(byte[] bytes, long[] starts, long[] literals) {}

    /**
     * @param limit pieces must end at or before this position
     * @param settled everything before this position is written and marked
     */
    LargerRoom(int limit, int settled, byte[] oldBytes, long[] oldStarts, long[] oldLiterals, ArrayPool arrays) {
        this.limit = limit;
        this.settled = settled;
        this.smaller = new Smaller(oldBytes, oldStarts, oldLiterals);
        this.arrays = arrays;
    }

    @Override
    public void run() {
        Smaller old = smaller;
        if (old == null) {
            return;
        }
        bytes = arrays.bytes(History.bytesFor(limit));
        starts = arrays.longs(History.wordsFor(limit));
        literals = arrays.longs(starts.length);
        System.arraycopy(old.bytes, 0, bytes, 0, old.bytes.length);
        System.arraycopy(old.starts, 0, starts, 0, old.starts.length);
        System.arraycopy(old.literals, 0, literals, 0, old.literals.length);
        made = true;
    }

    /** Makes the task take no memory if it has not been run yet. */
    void drop() {
        smaller = null;
    }

    /** Returns whether the arrays are ready; may be called while another thread prepares them. */
    boolean isMade() {
        return made;
    }

    /** Copies the content written since, up to this position. The smaller arrays must no longer be written. */
    void catchUp(int end, byte[] oldBytes, long[] oldStarts, long[] oldLiterals) {
        System.arraycopy(oldBytes, settled, bytes, settled, end - settled);
        int word = settled >>> 6;
        int words = (end >>> 6) + 1 - word;
        System.arraycopy(oldStarts, word, starts, word, words);
        System.arraycopy(oldLiterals, word, literals, word, words);
    }

    int limit() {
        return limit;
    }

    /** Returns the memory of the arrays once they are ready, in bytes; 0 until then. */
    long memoryBytes() {
        return made ? bytes.length + 2L * Long.BYTES * starts.length : 0;
    }

    byte[] bytes() {
        return bytes;
    }

    long[] starts() {
        return starts;
    }

    long[] literals() {
        return literals;
    }
}
