package io.narrows.proxy.classify;

import io.narrows.config.TrafficClass;
import io.netty.buffer.ByteBuf;

/**
 * Recognizes Apache ZooKeeper's followers and observers by the packet with which they join their leader
 * ({@code QuorumPacket} with a {@code LearnerInfo}). One connection carries proposals, snapshots and pings.
 *
 * <pre>
 *  0             4      12             16          24                 28
 * +-------------+------+--------------+-----------+------------------+-----
 * | 11 or 16    | zxid | length of    | server id | protocol version | configuration (since 3.5),
 * |             |      | LearnerInfo  |           | 0x10000          | authentication
 * +-------------+------+--------------+-----------+------------------+-----
 * </pre>
 */
final class ZooKeeperLearner implements Recogniser {
    private static final Finding REPLICATION = Finding.of(TrafficClass.REPLICATION);

    private static final int FOLLOWERINFO = 11;
    private static final int OBSERVERINFO = 16;
    private static final int TYPE_BYTES = 4;
    private static final int LENGTH_AT = 12;
    private static final int INFO_BYTES = 20;
    private static final int OLD_INFO_BYTES = 12;
    private static final int PROTOCOL_AT = 24;
    private static final int PROTOCOL = 0x10000;
    private static final int HEADER_BYTES = 28;

    @Override
    public Finding look(ByteBuf start) {
        int readable = start.readableBytes();
        if (readable < TYPE_BYTES) {
            return start.forEachByte(0, readable, value -> value == 0) < 0 ? Finding.UNDECIDED : Finding.NOTHING;
        }
        int type = start.getInt(0);
        if (type != FOLLOWERINFO && type != OBSERVERINFO) {
            return Finding.NOTHING;
        }
        if (readable < HEADER_BYTES) {
            return Finding.UNDECIDED;
        }
        int length = start.getInt(LENGTH_AT);
        boolean info = length == INFO_BYTES || length == OLD_INFO_BYTES;
        return info && start.getInt(PROTOCOL_AT) == PROTOCOL ? REPLICATION : Finding.NOTHING;
    }
}
