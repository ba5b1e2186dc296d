package io.narrows.unpack.find;

import java.nio.ByteBuffer;

/**
 * A stream of snappy-java's {@code SnappyOutputStream}, which Kafka's Java clients write. Each block is a piece.
 *
 * <pre>
 *  0       8         12                     16
 * +-------+---------+----------------------+--------------+-------+-----
 * | magic | version | compatible version   | length (i32) | block | ...
 * +-------+---------+----------------------+--------------+-------+-----
 * </pre>
 *
 * <p>Numbers are big-endian. A further magic number in place of a length begins another stream.
 */
final class XerialStream extends SnappyBlocks {
    private static final int LENGTH = 4;
    private static final int REST_OF_MAGIC = 4;
    private static final int VERSIONS = 8;

    /** The first half of the magic number, as a length. */
    private static final int MAGIC = 0x82534e41;

    private int lengthAt;

    XerialStream(Partition partition) {
        super(partition, LENGTH);
    }

    /** Begins a stream after its magic number. */
    XerialStream begin() {
        expectLength(VERSIONS);
        return this;
    }

    private void expectLength(int distance) {
        lengthAt = distance;
        want(distance + LENGTH);
    }

    @Override
    void blockHeader(ByteBuffer bytes) {
        int length = Integer.reverseBytes(bytes.getInt(lengthAt));
        lengthAt = 0;
        if (length == MAGIC) {
            expectLength(REST_OF_MAGIC + VERSIONS);
        } else if (length > 0 && length <= partition().longestPiece()) {
            block(length);
        }
    }
}
