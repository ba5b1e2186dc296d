package io.narrows.codec.dense;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * A binary range coder: each bit narrows an interval of numbers to the part given by the bit's probability, the lower part
 * for 1. {@code low} has 56 bits plus a carry; when the interval gets shorter than 2^24, the upper 32 bits are written. A
 * carry is added to the bytes already written.
 */
final class BitEncoder {
    static final long WHOLE = 1L << 56;
    static final long SHORT = 1L << 24;

    private static final VarHandle WORD = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

    private byte[] out = {};
    private int begin;
    private int at;
    private long low;
    private long range;

    /** @param target large enough for everything to be coded */
    void start(byte[] target, int from) {
        out = target;
        begin = from;
        at = from;
        low = 0;
        range = WHOLE;
    }

    /** Returns the bytes written so far: four each time the interval got too short. */
    int written() {
        return at - begin;
    }

    /** Returns the cost of all bits so far in 1/32 bit, up to a constant. */
    int spent() {
        return Log2.of32(WHOLE) + (at - begin) * 8 * 32 - Log2.of32(range);
    }

    void bit(int[] models, int index, int bit) {
        int model = models[index];
        narrow((range >>> 17) * Probability.twice(model), bit);
        models[index] = Probability.update(model, -bit);
    }

    /** Codes a bit by the mean of two models. */
    void bit(int[] models, int index, int[] others, int other, int bit) {
        int one = models[index];
        int two = others[other];
        narrow((range >>> 18) * (Probability.twice(one) + Probability.twice(two)), bit);
        models[index] = Probability.update(one, -bit);
        others[other] = Probability.update(two, -bit);
    }

    /** Branch-free, because expensive bits are unpredictable. */
    private void narrow(long bound, int bit) {
        long one = -(long) bit;
        long rest = range - bound;
        low += bound & ~one;
        range = rest + (bound - rest & one);
        if (range < SHORT) {
            write();
        }
    }

    /** Codes a symbol as the path through a binary tree of models, whose root is at {@code base + 1}. */
    void tree(int[] models, int base, int bits, int symbol) {
        int node = 1;
        for (int i = bits - 1; i >= 0; i--) {
            int bit = symbol >>> i & 1;
            bit(models, base + node, bit);
            node = node << 1 | bit;
        }
    }

    /** Codes a byte by the mean of two trees. */
    void averaged(int[] models, int base, int[] others, int other, int symbol) {
        int path = 1 << 8 | symbol;
        for (int i = 8; i > 0; i--) {
            bit(models, base + (path >>> i), others, other + (path >>> i), path >>> i - 1 & 1);
        }
    }

    /** Codes a byte, four bits at a time. */
    void nibbles(NibbleRows rows, int context, int symbol) {
        int upper = rows.upper(context);
        nibble(rows.tables(), upper, symbol >>> 4);
        int lower = rows.lower(context, symbol >>> 4);
        nibble(rows.tables(), lower, symbol & 15);
    }

    /** Codes four bits. */
    void nibble(long[] tables, int table, int value) {
        narrow(tables, table, value);
        Nibbles.update(tables, table, value);
    }

    /** Codes four bits by a table that adapts faster at first. */
    void nibble(Tables tables, int table, int value) {
        int start = tables.at(table);
        narrow(tables.estimates(), start, value);
        tables.update(start, value);
    }

    private void narrow(long[] tables, int table, int value) {
        long part = range >>> Nibbles.WHOLE_LOG;
        long from = part * Nibbles.below(tables, table, value);
        long to = value == 15 ? range : part * Nibbles.below(tables, table, value + 1);
        low += from;
        range = to - from;
        if (range < SHORT) {
            write();
        }
    }

    /**
     * Codes bytes like {@link #nibbles}, each by the byte one distance before it and by whether a literal came before. All of them in one
     * loop, with the interval in local variables.
     *
     * @param rows tables of bytes, by the source and whether a literal came before
     * @param lap added to sources before position 0
     * @param afterLiteral whether a literal came before the first one
     */
    void literals(NibbleRows rows, byte[] bytes, int from, int count, int distance, int lap, boolean afterLiteral) {
        long bottom = low;
        long width = range;
        int row = afterLiteral ? 1 << 8 : 0;
        for (int i = from; i < from + count; i++) {
            int source = i - distance;
            row |= bytes[source < 0 ? source + lap : source] & 0xff;
            int upper = bytes[i] >>> 4 & 15;
            int table = rows.upper(row);
            int lower = rows.lower(row, upper);
            long[] tables = rows.tables();
            for (int half = upper, coded = 0; coded < 2; half = bytes[i] & 15, coded++) {
                long part = width >>> Nibbles.WHOLE_LOG;
                long below = part * Nibbles.below(tables, table, half);
                width = (half == 15 ? width : part * Nibbles.below(tables, table, half + 1)) - below;
                bottom += below;
                Nibbles.update(tables, table, half);
                if (width < SHORT) {
                    low = bottom;
                    range = width;
                    write();
                    bottom = low;
                    width = range;
                }
                table = lower;
            }
            row = 1 << 8;
        }
        low = bottom;
        range = width;
    }

    /** Codes a byte by three mixed trees. */
    void mixed(
            Mixer mixer, int set, int[] models, int base, int[] others, int other, int[] third, int last, int symbol) {
        int path = 1 << 8 | symbol;
        for (int i = 8; i > 0; i--) {
            int node = path >>> i;
            int bit = path >>> i - 1 & 1;
            int one = models[base + node];
            int two = others[other + node];
            int three = third[last + node];
            narrow((range >>> 16) * mixer.mix(set, 8 - i, one, two, three), bit);
            mixer.learn(-bit);
            models[base + node] = Probability.update(one, -bit);
            others[other + node] = Probability.update(two, -bit);
            third[last + node] = Probability.update(three, -bit);
        }
    }

    /** Codes up to 16 bits at even probability. */
    void plain(int value, int bits) {
        range >>>= bits;
        low += range * value;
        if (range < SHORT) {
            write();
        }
    }

    private void write() {
        if (low >= WHOLE) {
            carry();
        }
        WORD.set(out, at, (int) (low >>> 24));
        at += 4;
        low = (low & SHORT - 1) << 32;
        range <<= 32;
    }

    private void carry() {
        int i = at;
        do {
            i--;
            out[i]++;
        } while (out[i] == 0);
        low -= WHOLE;
    }

    /** Writes the shortest bytes of a number in the interval, given that the reader appends zeros. Returns their end. */
    int finish() {
        return writeLast(shortest(low, range));
    }

    /**
     * Writes the shortest bytes that begin only numbers in the interval, whatever bytes the reader appends. Returns their end.
     */
    int finishBeforeOthers() {
        return writeLast(shortestBeforeOthers(low, range));
    }

    /** Writes the lowest number of some bytes that is at or above the interval's start. Returns their end. */
    private int writeLast(int bytes) {
        long rest = WHOLE - 1 >>> 8 * bytes;
        low = low + rest & ~rest;
        if (low >= WHOLE) {
            carry();
        }
        for (int i = 0; i < bytes; i++) {
            out[at + i] = (byte) (low >>> 48 - 8 * i);
        }
        return at + bytes;
    }

    /** Returns the minimum number of bytes, 1 to 5, that begin only numbers in an interval of 56 bits. */
    static int shortestBeforeOthers(long low, long range) {
        int bytes = 1;
        while (true) {
            long rest = WHOLE - 1 >>> 8 * bytes;
            if ((low + rest & ~rest) - low + rest < range) {
                return bytes;
            }
            bytes++;
        }
    }

    /** Returns the minimum number of bytes, 0 to 5, of a number in an interval of 56 bits, if zeros follow. */
    static int shortest(long low, long range) {
        int bytes = 0;
        while (true) {
            long rest = WHOLE - 1 >>> 8 * bytes;
            if ((low + rest & ~rest) - low < range) {
                return bytes;
            }
            bytes++;
        }
    }
}
