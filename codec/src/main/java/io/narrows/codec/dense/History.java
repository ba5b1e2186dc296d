package io.narrows.codec.dense;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The content of one direction of a stream, newest over oldest: a ring of pieces. A piece lies in one run: one that begins
 * before the window's length may reach beyond it, and the next one then begins at 0. So a lap ends where its last piece does,
 * and distances that reach over the beginning are counted with the length of the lap before.
 *
 * <p>All positions are indexes of the array, so that nothing depends on how long a stream is. While a piece is at work, what
 * it will overwrite is no source any more, at either end.
 *
 * <p>For each position two bits are kept: whether a token began there, and whether it was a literal.
 */
final class History {
    /** The longest piece. */
    static final int PIECE = 1 << 16;

    /** Bytes behind the last piece that a copy or a comparison by words may touch. */
    static final int SLACK = 16;

    /** Zeros before the first lap's content, so that small distances mean something from the start. */
    private static final int FIRST = 16;

    /** How many positions {@link #untilStart} looks at, but for those of the first word. */
    private static final int FAR_WORDS = 16;

    /** Memory is taken as it is needed: for so many bytes at first, then for this many times as much. */
    private static final int FIRST_ROOM = 1 << 17;

    private static final int GROWTH = 4;

    /** The last step is from no more than one part in so many of the window: what it came from is held beside it for a while. */
    private static final int LAST_GROWTH = 8;

    private final ArrayPool arrays;
    private int window;

    /** Pieces that begin before this position have room. */
    private int room;

    private byte[] bytes;
    private long[] starts;
    private long[] literals;

    /** What is being made for when this room is full, or null. */
    private LargerRoom larger;

    /** Whether the larger room was asked for. It is not again where what was being made is of no use any more. */
    private boolean asked;

    private int end;
    private int lap;
    private int from;

    /** No piece since the last {@link #clear} ended behind this position. */
    private int used;

    /** @param arrays supplies the arrays of the history */
    History(int windowLog, ArrayPool arrays) {
        this.arrays = arrays;
        window = 1 << windowLog;
        room = Math.min(FIRST_ROOM, window);
        bytes = arrays.bytes(bytesFor(room));
        starts = arrays.longs(wordsFor(room));
        literals = arrays.longs(starts.length);
        clear();
    }

    /**
     * What makes the larger room that is needed before long, once for each room; null when there is nothing to do. To be asked
     * for between pieces. It may be run on another thread while pieces follow, or not at all: then the room is made when it is
     * needed.
     */
    Runnable preparation() {
        if (asked || room == window || end < room / 2) {
            return null;
        }
        asked = true;
        larger = largerRoom();
        return larger;
    }

    private LargerRoom largerRoom() {
        return new LargerRoom(after(room, window), end, bytes, starts, literals, arrays);
    }

    private void makeRoom() {
        LargerRoom taken = larger;
        if (taken == null || !taken.isMade()) {
            taken = largerRoom();
            taken.run();
        }
        taken.catchUp(end);
        giveBack();
        room = taken.room();
        bytes = taken.bytes();
        starts = taken.starts();
        literals = taken.literals();
        larger = null;
        asked = false;
    }

    /** Returns the arrays to the pool. A larger room that is still being prepared from them is discarded. */
    void giveBack() {
        arrays.giveBack(bytes);
        arrays.giveBack(starts);
        arrays.giveBack(literals);
    }

    private static int after(int smaller, int window) {
        int next = GROWTH * smaller;
        return next <= window / LAST_GROWTH ? next : window;
    }

    static int bytesFor(int room) {
        return room + PIECE + SLACK;
    }

    static int wordsFor(int room) {
        return bytesFor(room) / 64 + FAR_WORDS + 2;
    }

    /** Forgets all content, in time proportional to its length rather than to the window. */
    void clear() {
        Arrays.fill(bytes, 0, FIRST, (byte) 0);
        int words = (used >>> 6) + 1;
        Arrays.fill(starts, 0, words, 0);
        Arrays.fill(literals, 0, words, 0);
        used = FIRST;
        end = FIRST;
        lap = 0;
        from = FIRST;
        larger = null;
    }

    /** Restarts with another window. Returns false and changes nothing if the current room is larger than that window. */
    boolean restart(int windowLog) {
        if (room > 1 << windowLog) {
            return false;
        }
        clear();
        asked &= window == 1 << windowLog;
        window = 1 << windowLog;
        return true;
    }

    int windowLog() {
        return Integer.numberOfTrailingZeros(window);
    }

    byte[] bytes() {
        return bytes;
    }

    /** Makes the piece that follows the one before, of so many bytes, and returns where it begins. */
    int begin(int length) {
        from = end;
        if (from >= window) {
            lap = from;
            from = 0;
        } else if (from >= room) {
            makeRoom();
        }
        end = from + length;
        used = Math.max(used, end);
        clear(starts, from, end);
        clear(literals, from, end);
        return from;
    }

    /** Makes a piece of the next bytes that somebody else made. To those that refer to it, it is one long match. */
    void learn(ByteBuffer content) {
        int length = Math.min(content.remaining(), PIECE);
        begin(length);
        content.get(bytes, from, length);
        markMatch(from);
    }

    /** Where the piece at work began. */
    int from() {
        return from;
    }

    /** Where the piece at work ends. */
    int end() {
        return end;
    }

    /** Where the lap before this one ended; 0 in the first one. */
    int lap() {
        return lap;
    }

    /** The position so far before another, or a negative one. Whether it {@link #isSource} is another question. */
    int before(int position, int distance) {
        int source = position - distance;
        return source < 0 ? source + lap : source;
    }

    /** Whether content may be taken from a position, seen from one of the piece at work. */
    boolean isSource(int source, int position) {
        return source >= 0 && source < position || source >= end && source < lap;
    }

    int distance(int position, int source) {
        return source < position ? position - source : position - source + lap;
    }

    /** How many bytes from a source lie in one run. */
    int run(int source, int position) {
        return source < position ? Integer.MAX_VALUE : lap - source;
    }

    void markLiteral(int position) {
        starts[position >>> 6] |= 1L << position;
        literals[position >>> 6] |= 1L << position;
    }

    void markMatch(int position) {
        starts[position >>> 6] |= 1L << position;
    }

    boolean isLiteral(int position) {
        return (literals[position >>> 6] >>> position & 1) != 0;
    }

    /** How many positions behind this one the next token begins; 1,024 or more where none begins in the next 1,024. */
    int untilStart(int position) {
        int next = position + 1;
        int word = next >>> 6;
        long bits = starts[word] >>> next;
        if (bits != 0) {
            return 1 + Long.numberOfTrailingZeros(bits);
        }
        int until = 65 - (next & 63);
        for (int i = 1; i <= FAR_WORDS; i++) {
            bits = starts[word + i];
            if (bits != 0) {
                return until + Long.numberOfTrailingZeros(bits);
            }
            until += 64;
        }
        return until;
    }

    private static void clear(long[] bits, int from, int to) {
        int first = from >>> 6;
        int last = to >>> 6;
        long kept = (1L << from) - 1;
        long keptBehind = -1L << to;
        if (first == last) {
            bits[first] &= kept | keptBehind;
        } else {
            bits[first] &= kept;
            Arrays.fill(bits, first + 1, last, 0);
            bits[last] &= keptBehind;
        }
    }

    /** The most that a history takes: the window's whole room, and the one before it. */
    static long memoryBytes(int windowLog) {
        int window = 1 << windowLog;
        int last = Math.min(FIRST_ROOM, window);
        long before = 0;
        while (last < window) {
            before = roomBytes(last);
            last = after(last, window);
        }
        return roomBytes(window) + before;
    }

    private static long roomBytes(int room) {
        return bytesFor(room) + 2L * Long.BYTES * wordsFor(room);
    }
}
