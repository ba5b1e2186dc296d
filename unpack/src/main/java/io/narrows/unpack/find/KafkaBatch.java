package io.narrows.unpack.find;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The header of a Kafka record batch of version 2 (Kafka's documentation, "Record Batch"). Compressed records fill the rest
 * of the batch.
 *
 * <pre>
 *  0             8        12       16      17    21           23            27       35       43         51      53       57
 * +-------------+--------+--------+-------+-----+------------+-------------+--------+--------+----------+-------+--------+---------+
 * | base offset | length | leader | magic | CRC | attributes | last offset | base   | max    | producer | epoch | base   | records |
 * |             |        | epoch  | 2     |     |            | delta       | time   | time   | id       |       | seq.   |         |
 * +-------------+--------+--------+-------+-----+------------+-------------+--------+--------+----------+-------+--------+---------+
 * length:      bytes after it
 * attributes:  2..0 codec, 3 time of the append, 4 transactional, 5 control batch, 6 time of deletion, the others zero
 * </pre>
 *
 * <p>All numbers are big-endian. Nothing marks the beginning of a batch, but most of its fields have few possible values.
 */
final class KafkaBatch {
    static final int HEADER = 61;

    static final int MAGIC = 16;
    static final int ATTRIBUTES = 21;
    static final int BASE_TIME = 27;
    static final int VERSION = 2;

    private static final int BASE_OFFSET = 0;
    private static final int LENGTH = 8;
    private static final int AFTER_LENGTH = 12;
    private static final int LEADER_EPOCH = 12;
    private static final int LAST_OFFSET_DELTA = 23;
    private static final int MAX_TIME = 35;
    private static final int PRODUCER_ID = 43;
    private static final int PRODUCER_EPOCH = 51;
    private static final int BASE_SEQUENCE = 53;
    private static final int RECORDS = 57;

    private static final int CODEC = 7;
    private static final int GZIP = 1;
    private static final int SNAPPY = 2;

    /** Time of the append, and transactional. Batches with the others have no codec. */
    private static final int OTHER_ATTRIBUTES = 0x18;

    private static final int LONGEST = 1 << 26;
    private static final int MOST_RECORDS = 1 << 24;

    private static final VarHandle SHORT = MethodHandles.byteBufferViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private KafkaBatch() {}

    /** Returns whether {@value #HEADER} bytes from an index on can be a header of compressed records. */
    static boolean begins(ByteBuffer bytes, int at) {
        return bytes.get(at + MAGIC) == VERSION
                && isCompressed((short) SHORT.get(bytes, at + ATTRIBUTES))
                && hasPlausibleLengths(bytes, at)
                && hasPlausibleNumbers(bytes, at);
    }

    /**
     * Returns whether attributes are those of a batch in gzip or Snappy that has records. Batches in LZ4 and zstd are found by the
     * signatures of their frames.
     */
    static boolean isCompressed(int attributes) {
        int codec = attributes & CODEC;
        return (codec == GZIP || codec == SNAPPY) && (attributes & ~CODEC & ~OTHER_ATTRIBUTES) == 0;
    }

    private static boolean hasPlausibleLengths(ByteBuffer bytes, int at) {
        int length = integer(bytes, at + LENGTH);
        int lastOffsetDelta = integer(bytes, at + LAST_OFFSET_DELTA);
        int records = integer(bytes, at + RECORDS);
        return length > HEADER - AFTER_LENGTH
                && length <= LONGEST
                && lastOffsetDelta >= 0
                && lastOffsetDelta < MOST_RECORDS
                && records > 0
                && records <= lastOffsetDelta + 1;
    }

    /** Checks the numbers that are positive, or -1 if they are unknown. */
    private static boolean hasPlausibleNumbers(ByteBuffer bytes, int at) {
        return (long) LONG.get(bytes, at + BASE_OFFSET) >= 0
                && integer(bytes, at + LEADER_EPOCH) >= -1
                && (long) LONG.get(bytes, at + BASE_TIME) >= -1
                && (long) LONG.get(bytes, at + MAX_TIME) >= -1
                && hasPlausibleProducer(bytes, at);
    }

    /** Checks that the producer has an id, an epoch and a sequence number, or none of them. */
    private static boolean hasPlausibleProducer(ByteBuffer bytes, int at) {
        long id = (long) LONG.get(bytes, at + PRODUCER_ID);
        short epoch = (short) SHORT.get(bytes, at + PRODUCER_EPOCH);
        int sequence = integer(bytes, at + BASE_SEQUENCE);
        return id >= 0 ? epoch >= 0 && sequence >= 0 : (id & epoch & sequence) == -1;
    }

    /** Returns the length of the records, in bytes. */
    static int recordsLength(ByteBuffer bytes, int at) {
        return integer(bytes, at + LENGTH) - (HEADER - AFTER_LENGTH);
    }

    private static int integer(ByteBuffer bytes, int at) {
        return (int) INT.get(bytes, at);
    }
}
