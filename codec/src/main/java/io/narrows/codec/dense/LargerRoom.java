package io.narrows.codec.dense;

/**
 * Larger arrays for a {@link History}, which another thread makes and fills while frames go on in the smaller ones: memory that
 * is touched for the first time comes page by page, and megabytes of it take a millisecond or two.
 *
 * <p>What is settled does not change any more. What is written behind it in the meantime is copied when the arrays are taken.
 */
final class LargerRoom implements Runnable {
    private final int room;
    private final int settled;
    private final byte[] oldBytes;
    private final long[] oldStarts;
    private final long[] oldLiterals;
    private final ArrayPool arrays;
    private byte[] bytes;
    private long[] starts;
    private long[] literals;
    private volatile boolean made;

    /**
     * @param room pieces may begin before this position
     * @param settled what is before this position is written and marked
     */
    LargerRoom(int room, int settled, byte[] oldBytes, long[] oldStarts, long[] oldLiterals, ArrayPool arrays) {
        this.room = room;
        this.settled = settled;
        this.oldBytes = oldBytes;
        this.oldStarts = oldStarts;
        this.oldLiterals = oldLiterals;
        this.arrays = arrays;
    }

    @Override
    public void run() {
        bytes = arrays.bytes(History.bytesFor(room));
        starts = arrays.longs(History.wordsFor(room));
        literals = arrays.longs(starts.length);
        System.arraycopy(oldBytes, 0, bytes, 0, oldBytes.length);
        System.arraycopy(oldStarts, 0, starts, 0, oldStarts.length);
        System.arraycopy(oldLiterals, 0, literals, 0, oldLiterals.length);
        made = true;
    }

    /** Whether the arrays are there; safe to ask while another thread makes them. */
    boolean isMade() {
        return made;
    }

    /** Copies what was written since, up to this position. Nothing is to be written to the smaller arrays any more. */
    void catchUp(int end) {
        System.arraycopy(oldBytes, settled, bytes, settled, end - settled);
        int word = settled >>> 6;
        int words = (end >>> 6) + 1 - word;
        System.arraycopy(oldStarts, word, starts, word, words);
        System.arraycopy(oldLiterals, word, literals, word, words);
    }

    int room() {
        return room;
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
