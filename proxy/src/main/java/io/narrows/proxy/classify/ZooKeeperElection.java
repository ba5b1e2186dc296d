package io.narrows.proxy.classify;

import io.narrows.config.TrafficClass;
import io.netty.buffer.ByteBuf;

/**
 * Recognizes Apache ZooKeeper's election port by the first message of {@code QuorumCnxManager}, since 3.5. Votes are
 * few and small, and the cluster waits for them.
 *
 * <pre>
 *  0                    8           16       20
 * +--------------------+-----------+--------+-----------
 * | -65536 or -65535   | server id | length | addresses
 * +--------------------+-----------+--------+-----------
 * </pre>
 */
final class ZooKeeperElection implements Recogniser {
    private static final Finding VOTES = Finding.of(TrafficClass.HEARTBEAT);
    private static final Prefix VERSION = new Prefix(new byte[] {-1, -1, -1, -1, -1, -1, 0});

    private static final int VERSION_AT = 7;
    private static final int SERVER_AT = 8;
    private static final int LENGTH_AT = 16;
    private static final int HEADER_BYTES = 20;
    private static final int MAX_LENGTH = 2048;

    @Override
    public Finding look(ByteBuf start) {
        Finding version = VERSION.look(start, VOTES);
        if (version != VOTES) {
            return version;
        }
        int readable = start.readableBytes();
        if (readable > VERSION_AT && start.getUnsignedByte(VERSION_AT) > 1) {
            return Finding.NOTHING;
        }
        if (readable < HEADER_BYTES) {
            return Finding.UNDECIDED;
        }
        int length = start.getInt(LENGTH_AT);
        return start.getLong(SERVER_AT) >= 0 && length > 0 && length <= MAX_LENGTH ? VOTES : Finding.NOTHING;
    }
}
