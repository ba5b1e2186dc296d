package io.narrows.codec.dense;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The other end of {@link BitEncoder}. It keeps how far the coded number lies above the interval's lower end. Behind the frame
 * it reads zeros, but no more than the encoder left out: so what it takes is bounded by the frame's length.
 */
final class BitDecoder {
    /** Bytes behind a frame that are read, and have to be zero. */
    static final int SLACK = 12;

    private static final int FIRST = 7;
    private static final VarHandle WORD = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

    private byte[] in;
    private int begin;
    private int at;
    private int end;
    private long above;
    private long range;

    /** @param source holds the frame from {@code from} to {@code to}, and {@link #SLACK} zeros behind it */
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

    /** What {@link BitEncoder#written} was at this place. */
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

    /** All bits set for 1, none for 0. */
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

    int literal(int[] models, int base) throws DamagedFrameException {
        int path = half(models, base);
        return path << 4 & 0xf0 | half(models, base + Models.lowerTree(path)) & 15;
    }

    private int half(int[] models, int tree) throws DamagedFrameException {
        long over = above;
        long length = range;
        int path = 1;
        do {
            int node = tree + path;
            int model = models[node];
            long bound = (length >>> 17) * Probability.twice(model);
            long below = over - bound;
            long ones = below >> 63;
            long rest = length - bound;
            length = rest + (bound - rest & ones);
            over = below + (bound & ones);
            models[node] = Probability.update(model, (int) ones);
            path = path << 1 | (int) ones & 1;
            if (length < BitEncoder.SHORT) {
                above = over;
                range = length;
                read();
                over = above;
                length = range;
            }
        } while (path < 16);
        above = over;
        range = length;
        return path;
    }

    int literal(int[] models, int base, int[] others, int other) throws DamagedFrameException {
        int tree = 0;
        int symbol = 0;
        for (int half = 0; half < 2; half++) {
            int path = 1;
            for (int i = 0; i < 4; i++) {
                int node = tree + path;
                path = path << 1 | bit(models, base + node, others, other + node);
            }
            tree = Models.lowerTree(path);
            symbol = symbol << 4 | path & 15;
        }
        return symbol;
    }

    int mixed(Mixer mixer, int set, int[] models, int base, int[] others, int other, int[] third, int last)
            throws DamagedFrameException {
        int tree = 0;
        int symbol = 0;
        for (int half = 0; half < 2; half++) {
            int path = 1;
            for (int i = 0; i < 4; i++) {
                int node = tree + path;
                int one = models[base + node];
                int two = others[other + node];
                int three = third[last + node];
                int ones = narrow((range >>> 16) * mixer.mix(set, 4 * half + i, one, two, three));
                mixer.learn(ones);
                models[base + node] = Probability.update(one, ones);
                others[other + node] = Probability.update(two, ones);
                third[last + node] = Probability.update(three, ones);
                path = path << 1 | ones & 1;
            }
            tree = Models.lowerTree(path);
            symbol = symbol << 4 | path & 15;
        }
        return symbol;
    }

    int plain(int bits) throws DamagedFrameException {
        range >>>= bits;
        long value = above / range;
        if (value >>> bits != 0) {
            throw new DamagedFrameException("a number above its interval");
        }
        above -= value * range;
        if (range < BitEncoder.SHORT) {
            read();
        }
        return (int) value;
    }

    private void read() throws DamagedFrameException {
        if (taken() + 4 > end - begin) {
            throw new DamagedFrameException("cut after " + (end - begin) + " bytes");
        }
        above = above << 32 | (int) WORD.get(in, at) & 0xffff_ffffL;
        range <<= 32;
        at += 4;
    }

    /** @throws DamagedFrameException when the frame does not end where {@link BitEncoder#finish} would have ended it */
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
}
