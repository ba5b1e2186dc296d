package io.narrows.codec.dense;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The decoder of {@link BitEncoder}. It tracks the distance of the coded number from the interval's lower end. After the
 * frame it reads zeros, but no more than the encoder left out, so that the input consumed is bounded by the frame's length.
 */
final class BitDecoder {
    /** Bytes read after a frame, which must be zero. */
    static final int SLACK = 12;

    private static final int FIRST = 7;
    private static final VarHandle WORD = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

    private byte[] in = {};
    private int begin;
    private int at;
    private int end;
    private long above;
    private long range;

    /** @param source has the frame from {@code from} to {@code to}, followed by {@link #SLACK} zeros */
    void start(byte[] source, int from, int to) {
        in = source;
        begin = from;
        at = from + FIRST;
        end = to;
        above = window(from);
        range = BitEncoder.WHOLE;
    }

    private long window(int from) {
        long number = 0;
        for (int i = 0; i < FIRST; i++) {
            number = number << 8 | in[from + i] & 0xff;
        }
        return number;
    }

    /** Returns the value that {@link BitEncoder#written} had at this point. */
    int taken() {
        return at - FIRST - begin;
    }

    int bit(int[] models, int index) throws DamagedFrameException {
        int model = models[index];
        int ones = narrow((range >>> 17) * Probability.twice(model));
        models[index] = Probability.update(model, ones);
        return -ones;
    }

    int bit(int[] models, int index, int[] others, int other) throws DamagedFrameException {
        int one = models[index];
        int two = others[other];
        int ones = narrow((range >>> 18) * (Probability.twice(one) + Probability.twice(two)));
        models[index] = Probability.update(one, ones);
        others[other] = Probability.update(two, ones);
        return -ones;
    }

    /** Returns all bits set for 1, none for 0. */
    private int narrow(long bound) throws DamagedFrameException {
        long below = above - bound;
        long one = below >> 63;
        long rest = range - bound;
        range = rest + (bound - rest & one);
        above = below + (bound & one);
        if (range < BitEncoder.SHORT) {
            read();
        }
        return (int) one;
    }

    int tree(int[] models, int base, int bits) throws DamagedFrameException {
        int node = 1;
        for (int i = 0; i < bits; i++) {
            node = node << 1 | bit(models, base + node);
        }
        return node - (1 << bits);
    }

    int averaged(int[] models, int base, int[] others, int other) throws DamagedFrameException {
        int node = 1;
        while (node < 256) {
            node = node << 1 | bit(models, base + node, others, other + node);
        }
        return node & 0xff;
    }

    int nibbles(NibbleRows rows, int context) throws DamagedFrameException {
        int table = rows.upper(context);
        int upper = nibble(rows.tables(), table);
        table = rows.lower(context, upper);
        return upper << 4 | nibble(rows.tables(), table);
    }

    int nibble(long[] tables, int table) throws DamagedFrameException {
        int value = narrow(tables, table);
        Nibbles.update(tables, table, value);
        return value;
    }

    int nibble(Tables tables, int table) throws DamagedFrameException {
        int start = tables.at(table);
        int value = narrow(tables.estimates(), start);
        tables.update(start, value);
        return value;
    }

    private int narrow(long[] tables, int table) throws DamagedFrameException {
        long part = range >>> Nibbles.WHOLE_LOG;
        int value = Nibbles.find(tables, table, part, above);
        long from = part * Nibbles.below(tables, table, value);
        long to = value == 15 ? range : part * Nibbles.below(tables, table, value + 1);
        above -= from;
        range = to - from;
        if (range < BitEncoder.SHORT) {
            read();
        }
        return value;
    }

    /**
     * Reads bytes like {@link #nibbles}, each by the byte one distance before it and by whether a literal came before. The counterpart
     * of {@link BitEncoder#literals}.
     */
    void literals(NibbleRows rows, byte[] bytes, int from, int count, int distance, int lap, boolean afterLiteral)
            throws DamagedFrameException {
        long number = above;
        long width = range;
        int row = afterLiteral ? 1 << 8 : 0;
        for (int i = from; i < from + count; i++) {
            int source = i - distance;
            row |= bytes[source < 0 ? source + lap : source] & 0xff;
            int table = rows.upper(row);
            int symbol = 1;
            while (true) {
                long[] tables = rows.tables();
                long part = width >>> Nibbles.WHOLE_LOG;
                int half = Nibbles.find(tables, table, part, number);
                long below = part * Nibbles.below(tables, table, half);
                width = (half == 15 ? width : part * Nibbles.below(tables, table, half + 1)) - below;
                number -= below;
                Nibbles.update(tables, table, half);
                if (width < BitEncoder.SHORT) {
                    above = number;
                    range = width;
                    read();
                    number = above;
                    width = range;
                }
                symbol = symbol << 4 | half;
                if (symbol >= 256) {
                    break;
                }
                table = rows.lower(row, half);
            }
            bytes[i] = (byte) symbol;
            row = 1 << 8;
        }
        above = number;
        range = width;
    }

    int mixed(Mixer mixer, int set, int[] models, int base, int[] others, int other, int[] third, int last)
            throws DamagedFrameException {
        int node = 1;
        for (int i = 0; i < 8; i++) {
            int one = models[base + node];
            int two = others[other + node];
            int three = third[last + node];
            int ones = narrow((range >>> 16) * mixer.mix(set, i, one, two, three));
            mixer.learn(ones);
            models[base + node] = Probability.update(one, ones);
            others[other + node] = Probability.update(two, ones);
            third[last + node] = Probability.update(three, ones);
            node = node << 1 | ones & 1;
        }
        return node & 0xff;
    }

    int plain(int bits) throws DamagedFrameException {
        range >>>= bits;
        long value = above / range;
        if (value >>> bits != 0) {
            throw new DamagedFrameException("a number outside its interval");
        }
        above -= value * range;
        if (range < BitEncoder.SHORT) {
            read();
        }
        return (int) value;
    }

    private void read() throws DamagedFrameException {
        if (taken() + 4 > end - begin) {
            throw new DamagedFrameException("truncated after " + (end - begin) + " bytes");
        }
        above = above << 32 | (int) WORD.get(in, at) & 0xffff_ffffL;
        range <<= 32;
        at += 4;
    }

    /** @throws DamagedFrameException if the frame does not end where {@link BitEncoder#finish} would have ended it */
    void finish() throws DamagedFrameException {
        long number = window(at - FIRST);
        long low = number - above & BitEncoder.WHOLE - 1;
        int bytes = BitEncoder.shortest(low, range);
        int length = taken() + bytes;
        long rest = BitEncoder.WHOLE - 1 >>> 8 * bytes;
        if (end - begin != length || (low + rest & ~rest & BitEncoder.WHOLE - 1) != number) {
            throw new DamagedFrameException("a frame of " + (end - begin) + " bytes (expected: " + length + ")");
        }
    }

    /**
     * Returns the end of the coded bytes, behind which others may follow.
     *
     * @throws DamagedFrameException if {@link BitEncoder#finishBeforeOthers} would have written other bytes
     */
    int finishBeforeOthers() throws DamagedFrameException {
        long number = window(at - FIRST);
        long low = number - above & BitEncoder.WHOLE - 1;
        int bytes = BitEncoder.shortestBeforeOthers(low, range);
        long rest = BitEncoder.WHOLE - 1 >>> 8 * bytes;
        if (((low + rest ^ number) & ~rest & BitEncoder.WHOLE - 1) != 0) {
            throw new DamagedFrameException("sequences end in other bytes than expected");
        }
        return begin + taken() + bytes;
    }
}
