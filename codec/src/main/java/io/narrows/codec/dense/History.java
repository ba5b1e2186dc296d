package io.narrows.codec.dense;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The content of one direction of a stream in a ring of pieces, the latest overwriting the oldest. A piece is contiguous:
 * one that starts before the window's length may extend beyond it, and the next one then starts at 0. A lap therefore ends
 * where its last piece does, and distances across the start of the array include the length of the previous lap.
 *
 * <p>All positions are array indexes, so nothing depends on the length of the stream. While a piece is being coded, the
 * content that it will overwrite is no longer a source, at either end.
 *
 * <p>Two bits are kept per position: whether a token started there, and whether it was a literal.
 */
final class History {
    /** Maximum length of a piece. */
    static final int PIECE = 1 << 16;

    /** Bytes after the last piece that copies and comparisons in words may touch. */
    static final int SLACK = 16;

    /** Zeros before the content of the first lap, so that small distances are valid from the start. */
    static final int FIRST = 16;

    /** Maximum content in a saved state, in bytes: less than the smallest window. */
    private static final int SAVED = 64 << 10;

    /** Number of words searched by {@link #untilStart}, besides the first one. */
    private static final int FAR_WORDS = 16;

    /** Memory is allocated as needed: at first for this much content, multiplied by {@link #GROWTH} at each step. */
    private static final int FIRST_STEP = 1 << 14;

    private static final int GROWTH = 4;

    /** Up to this step, all windows grow in the same way, and so fast that no other thread has to prepare the arrays. */
    private static final int SMALL_STEP = 1 << 18;

    /**
     * The last step starts from at most 1/8 of the window, because the old arrays are kept alongside the new ones for a while.
     */
    private static final int LAST_GROWTH = 8;

    private final ArrayPool arrays;
    private final int window;

    /** Pieces must end at or before this position. */
    private int limit;

    private byte[] bytes;
    private long[] starts;
    private long[] literals;

    /** The larger arrays being prepared for when these are full, or null. */
    private @Nullable LargerRoom larger;

    /** Whether larger arrays were requested. They are not requested again if those being prepared have become useless. */
    private boolean asked;

    /** Larger arrays with this limit are not requested: they were prepared in vain for a history before this one. */
    private final int unusedLimit;

    private int end;
    private int lap;
    private int from;

    /** No piece since the last {@link #clear} ended after this position. */
    private int used;

    /** @param arrays supplies the arrays of the history */
    History(int windowLog, ArrayPool arrays) {
        this(windowLog, arrays, 0);
    }

    /** @param unusedLimit that of the history of a context that was restarted */
    History(int windowLog, ArrayPool arrays, int unusedLimit) {
        this.arrays = arrays;
        this.unusedLimit = unusedLimit;
        window = 1 << windowLog;
        limit = FIRST + FIRST_STEP;
        bytes = arrays.bytes(bytesFor(limit));
        starts = arrays.longs(wordsFor(limit));
        literals = arrays.longs(starts.length);
        clear();
    }

    /**
     * Returns the task that allocates the larger arrays needed soon, once for each size; null if there is nothing to do. To be
     * called between pieces. The task may run on another thread while pieces follow, or not at all; then the larger arrays are
     * allocated when they are needed.
     *
     * @param spareBytes maximum size of the larger arrays, also of those requested before
     */
    @Nullable
    Runnable preparation(long spareBytes) {
        limitPrepared(spareBytes);
        if (asked || limit == whole(window) || end < limit / 4 * 3) {
            return null;
        }
        int next = after(limit, window);
        if (!isPrepared(next) || next == unusedLimit || arrayBytes(next) > spareBytes) {
            return null;
        }
        asked = true;
        larger = largerRoom(next);
        return larger;
    }

    /** Returns the limit of larger arrays that were requested for this history, or the ones before it, and were not used; 0 for none. */
    int unusedLimit() {
        return asked ? after(limit, window) : limit < unusedLimit ? unusedLimit : 0;
    }

    /** Drops larger arrays that were requested if they exceed a size in bytes. They can be requested again. */
    void limitPrepared(long spareBytes) {
        LargerRoom requested = larger;
        if (requested != null && arrayBytes(requested.limit()) > spareBytes) {
            requested.drop();
            larger = null;
            asked = false;
        }
    }

    /** Returns whether arrays with a limit are large enough to be prepared. */
    private static boolean isPrepared(int limit) {
        return limit > FIRST + SMALL_STEP;
    }

    private LargerRoom largerRoom(int next) {
        return new LargerRoom(next, end, bytes, starts, literals, arrays);
    }

    /** Replaces the arrays by larger ones, before a piece that ends at the given position. */
    private void makeRoom(int needed) {
        LargerRoom taken = larger;
        if (taken == null || !taken.isMade()) {
            dropPrepared();
            taken = largerRoom(fitting(limit, needed, window));
            taken.run();
        }
        taken.catchUp(end, bytes, starts, literals);
        giveBackArrays();
        limit = taken.limit();
        bytes = taken.bytes();
        starts = taken.starts();
        literals = taken.literals();
        larger = null;
        asked = false;
    }

    /** Returns the arrays to the pool. Larger ones that are being prepared from them are dropped. */
    void giveBack() {
        dropPrepared();
        giveBackArrays();
    }

    private void dropPrepared() {
        if (larger != null) {
            larger.drop();
            larger = null;
        }
    }

    private void giveBackArrays() {
        arrays.giveBack(bytes);
        arrays.giveBack(starts);
        arrays.giveBack(literals);
    }

    /** Returns the limit of the arrays of a new history for content up to a position. */
    private static int neededLimit(int position, int window) {
        return fitting(FIRST + FIRST_STEP, Math.min(position, whole(window)), window);
    }

    /** Returns the first limit, from a given one on, of arrays for content up to a position. */
    private static int fitting(int first, int position, int window) {
        int next = first;
        while (next < position) {
            next = after(next, window);
        }
        return next;
    }

    /** Returns the limit of the next larger arrays. */
    private static int after(int limit, int window) {
        int step = limit - FIRST;
        int next = Math.min(GROWTH * step, Math.max(SMALL_STEP, window / LAST_GROWTH));
        return next > step && next < window ? FIRST + next : whole(window);
    }

    /** Returns the limit of the arrays from which the last step of a window starts. */
    private static int lastBefore(int window) {
        int last = FIRST + FIRST_STEP;
        while (after(last, window) < whole(window)) {
            last = after(last, window);
        }
        return last;
    }

    /** Returns the limit of arrays for all of a window. */
    private static int whole(int window) {
        return window + PIECE;
    }

    static int bytesFor(int limit) {
        return limit + SLACK;
    }

    static int wordsFor(int limit) {
        return bytesFor(limit) / 64 + FAR_WORDS + 2;
    }

    /** Clears all content, in time proportional to its length rather than to the window. */
    void clear() {
        Arrays.fill(bytes, 0, FIRST, (byte) 0);
        int words = (used >>> 6) + 1;
        Arrays.fill(starts, 0, words, 0);
        Arrays.fill(literals, 0, words, 0);
        used = FIRST;
        end = FIRST;
        lap = 0;
        from = FIRST;
        dropPrepared();
    }

    int windowLog() {
        return Integer.numberOfTrailingZeros(window);
    }

    byte[] bytes() {
        return bytes;
    }

    /** Returns whether a piece of some length needs larger arrays. */
    boolean isFull(int length) {
        return (end >= window ? 0 : end) + length > limit;
    }

    /** Starts the next piece, of the given length, and returns its start. */
    int begin(int length) {
        from = end;
        if (from >= window) {
            lap = from;
            from = 0;
        }
        if (from + length > limit) {
            makeRoom(from + length);
        }
        end = from + length;
        used = Math.max(used, end);
        clear(starts, from, end);
        clear(literals, from, end);
        return from;
    }

    /** Adds a piece of bytes that were not coded here. To positions that refer to it, it is one long match. */
    void learn(ByteBuffer content) {
        int length = Math.min(content.remaining(), PIECE);
        begin(length);
        content.get(bytes, from, length);
        markMatch(from);
    }

    /**
     * Saves the latest content, up to {@value #SAVED} bytes, and its bits, as if all of it were in the first lap: at positions from
     * {@value #FIRST} on.
     */
    void save(StateWriter state) {
        int length = savedLength();
        int here = Math.min(length, end - first());
        int before = length - here;
        state.number(length);
        state.bytes(bytes, lap - before, before);
        state.bytes(bytes, end - here, here);
        for (long[] bits : new long[][] {starts, literals}) {
            long[] saved = new long[(FIRST + length >>> 6) + 1];
            copyBits(bits, lap - before, saved, FIRST, before);
            copyBits(bits, end - here, saved, FIRST + before, here);
            state.longs(saved, 0, saved.length);
        }
    }

    /** Returns where the saved state has a position; -1 if it does not have it. */
    int saved(int position) {
        int age = position < end ? end - position : end + lap - position;
        int length = savedLength();
        boolean exists = position < end ? position >= first() : position < lap;
        return exists && age <= length ? FIRST + length - age : -1;
    }

    /** Returns the length of the content that {@link #save} would save. */
    int savedLength() {
        return Math.min(SAVED, end - first() + Math.max(0, lap - end));
    }

    private int first() {
        return lap == 0 ? FIRST : 0;
    }

    private static void copyBits(long[] from, int at, long[] to, int place, int count) {
        for (int i = 0; i < count; i += Long.SIZE) {
            long bits = bits(from, at + i, Math.min(Long.SIZE, count - i));
            int word = place + i >>> 6;
            to[word] |= bits << place + i;
            if ((place + i & 63) != 0 && word + 1 < to.length) {
                to[word + 1] |= bits >>> -(place + i);
            }
        }
    }

    /** Returns up to 64 bits from a position on, the first lowest. */
    private static long bits(long[] from, int at, int count) {
        int word = at >>> 6;
        long bits = from[word] >>> at;
        if ((at & 63) != 0) {
            bits |= from[word + 1] << -at;
        }
        return count == Long.SIZE ? bits : bits & (1L << count) - 1;
    }

    /** Sets the content to that of a saved state; there must be none. */
    void load(StateReader state) {
        int length = state.number();
        if (FIRST + length > limit) {
            makeRoom(FIRST + length);
        }
        state.bytes(bytes, FIRST, length);
        int words = (FIRST + length >>> 6) + 1;
        state.longs(starts, 0, words);
        state.longs(literals, 0, words);
        end = FIRST + length;
        used = end;
    }

    /** Returns the start of the current piece. */
    int from() {
        return from;
    }

    /** Returns the end of the current piece. */
    int end() {
        return end;
    }

    /** Returns the end of the previous lap; 0 in the first one. */
    int lap() {
        return lap;
    }

    /**
     * Returns the position at a distance before another, which may be negative. It need not be valid, see {@link #isSource}.
     */
    int before(int position, int distance) {
        int source = position - distance;
        return source < 0 ? source + lap : source;
    }

    /** Returns whether content may be copied from a source to a position of the current piece. */
    boolean isSource(int source, int position) {
        return source >= 0 && source < position || source >= end && source < lap;
    }

    int distance(int position, int source) {
        return source < position ? position - source : position - source + lap;
    }

    /** Returns the number of contiguous bytes from a source. */
    int run(int source, int position) {
        return source < position ? Integer.MAX_VALUE : lap - source;
    }

    void markLiteral(int position) {
        starts[position >>> 6] |= 1L << position;
        literals[position >>> 6] |= 1L << position;
    }

    /** @param count 1 to 64 */
    void markLiterals(int position, int count) {
        int word = position >>> 6;
        long bits = -1L >>> 64 - count;
        mark(word, bits << position);
        if ((position & 63) + count > 64) {
            mark(word + 1, bits >>> 64 - (position & 63));
        }
    }

    private void mark(int word, long bits) {
        starts[word] |= bits;
        literals[word] |= bits;
    }

    /** Returns the number of consecutive literals from a position on, at most 63. */
    int literalsFrom(int position) {
        int word = position >>> 6;
        int at = position & 63;
        long bits = literals[word] >>> at | literals[word + 1] << 1 << 63 - at;
        return Long.numberOfTrailingZeros(~bits | 1L << 63);
    }

    void markMatch(int position) {
        starts[position >>> 6] |= 1L << position;
    }

    boolean isLiteral(int position) {
        return (literals[position >>> 6] >>> position & 1) != 0;
    }

    /**
     * Returns the distance from a position to the start of the next token; at least 1,024 if none starts within the next
     * 1,024.
     */
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

    /** Returns the allocated memory, in bytes. Safe while larger arrays are being prepared: they count once they are ready. */
    long memoryBytes() {
        return arrayBytes(limit) + preparedBytes();
    }

    /** Returns the size of larger arrays that are ready, in bytes. Safe while they are being prepared. */
    long preparedBytes() {
        LargerRoom next = larger;
        return next == null ? 0 : next.memoryBytes();
    }

    /** Returns the size of the arrays, in bytes, without larger ones that were requested. */
    long arrayBytes() {
        return arrayBytes(limit);
    }

    /**
     * Returns the size of the arrays of a history that was new before all of this content, in bytes.
     *
     * @param more bytes of content that are added before
     */
    long neededBytes(int more) {
        return arrayBytes(neededLimit(more));
    }

    /**
     * Returns the allocated memory after more content, in bytes.
     *
     * @param more bytes of that content
     */
    long memoryBytesAfter(int more) {
        int needed = neededLimit(more);
        return needed > limit ? arrayBytes(needed) : memoryBytes();
    }

    private int neededLimit(int more) {
        return neededLimit(Math.max(used, end + more), window);
    }

    /**
     * Returns whether the content is in its second lap, or a later one, after more of it.
     *
     * @param before bytes of content that are added first; they stay in the lap
     * @param more bytes that are added then, in pieces of the maximum length
     */
    boolean isBeyondFirstLap(int before, int more) {
        return lap > 0 || more > 0 && end + before + (more - 1) / PIECE * PIECE >= window;
    }

    /** Returns the maximum memory of a history: its arrays for the whole window, and those from which they are prepared. */
    static long memoryBytes(int windowLog) {
        int window = 1 << windowLog;
        return arrayBytes(whole(window)) + (isPrepared(whole(window)) ? arrayBytes(lastBefore(window)) : 0);
    }

    /** Returns the memory of a new history after some content, in bytes. */
    static long memoryBytes(int windowLog, int content) {
        return arrayBytes(neededLimit(FIRST + Math.min(content, 1 << windowLog), 1 << windowLog));
    }

    private static long arrayBytes(int limit) {
        return bytesFor(limit) + 2L * Long.BYTES * wordsFor(limit);
    }
}
