package io.narrows.tests.kafka;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * A batch of records in Kafka's format 2, as the log has it. What follows the checksum is covered by it.
 *
 * <pre>
 *  0             8        12              16      17         21           23          61
 * +-------------+--------+---------------+-------+----------+------------+-----------+---------+
 * | base offset | length | leader epoch  | magic | CRC-32C  | attributes | 38 others | records |
 * +-------------+--------+---------------+-------+----------+------------+-----------+---------+
 *                         < length bytes ...
 * </pre>
 *
 * @param bytes the whole batch, from 0 to its limit
 */
public record RecordBatch(ByteBuffer bytes) {
    static final int HEADER = 61;
    private static final int LENGTH_AT = 8;
    private static final int AFTER_LENGTH = 12;
    private static final int MAGIC_AT = 16;
    private static final int CHECKSUM_AT = 17;
    private static final int ATTRIBUTES_AT = 21;
    private static final int CODEC = 7;
    private static final byte FORMAT = 2;

    /** Returns the length that the batch at the buffer's position claims, or a negative number. */
    static int length(ByteBuffer bytes) {
        return AFTER_LENGTH + bytes.getInt(bytes.position() + LENGTH_AT);
    }

    /** @throws IndexOutOfBoundsException if its records have a codec that Kafka has no name for */
    public KafkaCodec codec() {
        return KafkaCodec.of(bytes.getShort(ATTRIBUTES_AT) & CODEC);
    }

    /** Returns whether it has the expected format and the right checksum. */
    public boolean isIntact() {
        CRC32C checksum = new CRC32C();
        checksum.update(bytes.duplicate().position(ATTRIBUTES_AT));
        return bytes.get(MAGIC_AT) == FORMAT && (int) checksum.getValue() == bytes.getInt(CHECKSUM_AT);
    }
}
