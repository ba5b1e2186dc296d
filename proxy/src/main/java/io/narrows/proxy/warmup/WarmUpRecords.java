package io.narrows.proxy.warmup;

import io.netty.buffer.ByteBuf;
import java.util.Random;

/**
 * Synthetic records of the kinds that databases send: heartbeats, entries composed of the same fields, repeats of old
 * bytes, and incompressible bytes. Codecs take different branches for each kind; code whose branches were not taken
 * before the JVM compiled it is compiled again when real traffic takes them.
 */
final class WarmUpRecords {
    private static final int HEARTBEAT_BYTES = 48;
    private static final int FIELDS = 256;
    private static final int LONGEST_FIELD = 40;
    private static final int MOST_FIELDS = 120;
    private static final int LONGEST_REPEAT = 8 * 1024;
    private static final int LONGEST_NOISE = 2 * 1024;

    /** The size of the warm-up's largest window, so that repeats come from anywhere in it. */
    private final byte[] history;

    private final Random random = new Random(1);
    private final byte[][] fields = new byte[FIELDS][];
    private final byte[] noise = new byte[LONGEST_NOISE];
    private long counter;
    private int written;

    /** @param windowBytes range of repeats, in bytes */
    WarmUpRecords(int windowBytes) {
        history = new byte[windowBytes];
        random.nextBytes(history);
        for (int i = 0; i < FIELDS; i++) {
            fields[i] = new byte[1 + random.nextInt(LONGEST_FIELD)];
            random.nextBytes(fields[i]);
        }
    }

    /** Writes the next record, of 1 to 8,192 bytes. */
    void next(ByteBuf to) {
        int from = to.writerIndex();
        switch (random.nextInt(8)) {
            case 0, 1, 2 -> to.writeLong(++counter).writeZero(HEARTBEAT_BYTES - Long.BYTES);
            case 3, 4, 5 -> entry(to);
            case 6 -> repeat(to);
            default -> noise(to);
        }
        keep(to, from);
    }

    private void entry(ByteBuf to) {
        to.writeLong(++counter);
        for (int left = 1 + random.nextInt(MOST_FIELDS); left > 0; left--) {
            byte[] field = fields[random.nextInt(FIELDS)];
            to.writeShort(random.nextInt(FIELDS)).writeBytes(field);
        }
    }

    private void repeat(ByteBuf to) {
        int length = 1 + random.nextInt(LONGEST_REPEAT);
        to.writeBytes(history, random.nextInt(history.length - length), length);
    }

    private void noise(ByteBuf to) {
        random.nextBytes(noise);
        to.writeBytes(noise, 0, 1 + random.nextInt(LONGEST_NOISE));
    }

    private void keep(ByteBuf record, int from) {
        int length = record.writerIndex() - from;
        if (written + length > history.length) {
            written = 0;
        }
        record.getBytes(from, history, written, length);
        written += length;
    }
}
