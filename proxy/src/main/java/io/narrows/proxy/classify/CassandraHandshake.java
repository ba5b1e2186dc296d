package io.narrows.proxy.classify;

import io.narrows.config.TrafficClass;
import io.netty.buffer.ByteBuf;

/**
 * Recognizes Apache Cassandra's connections between nodes by their handshake ({@code HandshakeProtocol.Initiate} since
 * 4.0, which keeps the form of 3.x):
 *
 * <pre>
 *  0            4                                8
 * +------------+--------------------------------+------
 * | 0xca552dfa | flags                          | address, CRC (since 4.0)
 * +------------+--------------------------------+------
 *
 *  31      24 23      16 15      8 7     5   4        3        2       1      0
 * +----------+----------+---------+-------+---------+--------+---------+------------+
 * | max      | min      | version | 0     | framing | stream | framing | category   |
 * +----------+----------+---------+-------+---------+--------+---------+------------+
 * </pre>
 *
 * <p>Category 1 is urgent messages, mostly gossip; 2 and 3 are small and large ones. 3.x has the same connections but
 * does not name their category, so only the rhythm may identify gossip.
 */
final class CassandraHandshake implements Recogniser {
    private static final Finding GOSSIP = Finding.of(TrafficClass.HEARTBEAT);
    private static final Finding MESSAGES = Finding.of(TrafficClass.REPLICATION);
    private static final Finding ANY_MESSAGES = Finding.carrier(TrafficClass.REPLICATION);
    private static final Finding STREAMING = Finding.of(TrafficClass.BULK);

    private static final Prefix MAGIC = new Prefix(new byte[] {(byte) 0xca, 0x55, 0x2d, (byte) 0xfa});
    private static final int MODE_AT = 7;
    private static final int HEADER_BYTES = 8;

    private static final int CATEGORY = 0b11;
    private static final int URGENT = 1;
    private static final int LEGACY = 0;
    private static final int STREAM = 1 << 3;
    private static final int UNUSED = 0b111 << 5;

    @Override
    public Finding look(ByteBuf start) {
        Finding magic = MAGIC.look(start, MESSAGES);
        if (magic != MESSAGES) {
            return magic;
        }
        if (start.readableBytes() < HEADER_BYTES) {
            return Finding.UNDECIDED;
        }
        int mode = start.getUnsignedByte(MODE_AT);
        if ((mode & UNUSED) != 0) {
            return Finding.NOTHING;
        }
        if ((mode & STREAM) != 0) {
            return STREAMING;
        }
        return switch (mode & CATEGORY) {
            case LEGACY -> ANY_MESSAGES;
            case URGENT -> GOSSIP;
            default -> MESSAGES;
        };
    }
}
