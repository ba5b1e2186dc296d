package io.narrows.proxy.classify;

import io.narrows.config.TrafficClass;
import io.netty.buffer.ByteBuf;
import io.netty.util.ByteProcessor;

/**
 * Recognizes nodes of RabbitMQ, CouchDB and other Erlang clusters by the name that they send first ("Distribution
 * Handshake" of the Erlang documentation). One connection carries all traffic between two nodes, including ticks.
 *
 * <pre>
 *  0        2     3       11         15            17
 * +--------+-----+-------+----------+-------------+-----------
 * | length | 'N' | flags | creation | name length | name@host      since OTP 23
 * +--------+-----+-------+----------+-------------+-----------
 *  0        2     3         5       9
 * +--------+-----+---------+-------+-----------
 * | length | 'n' | version | flags | name@host                     before
 * +--------+-----+---------+-------+-----------
 * </pre>
 */
final class ErlangDistribution implements Recogniser {
    private static final Finding REPLICATION = Finding.of(TrafficClass.REPLICATION);

    private static final int TAG_AT = 2;
    private static final int MAX_LENGTH = 512;
    private static final int FLAGS_AT = 3;

    /** DFLAG_NAME_ME: the other node gives this one its name. */
    private static final long NAME_ME = 1L << 33;

    private static final int NAME_LENGTH_AT = 15;
    private static final int NAME_AT = 17;
    private static final int OLD_VERSION_AT = 3;
    private static final int OLD_VERSION = 5;
    private static final int OLD_NAME_AT = 9;

    @Override
    public Finding look(ByteBuf start) {
        int readable = start.readableBytes();
        if (readable > 0 && start.getUnsignedByte(0) > MAX_LENGTH >> Byte.SIZE) {
            return Finding.NOTHING;
        }
        if (readable <= TAG_AT) {
            return Finding.UNDECIDED;
        }
        return switch (start.getByte(TAG_AT)) {
            case 'N' -> name(start, NAME_AT);
            case 'n' -> name(start, OLD_NAME_AT);
            default -> Finding.NOTHING;
        };
    }

    private static Finding name(ByteBuf start, int nameAt) {
        int end = TAG_AT + start.getUnsignedShort(0);
        int length = end - nameAt;
        if (length <= 0 || end > MAX_LENGTH) {
            return Finding.NOTHING;
        }
        if (start.readableBytes() < end) {
            return Finding.UNDECIDED;
        }
        boolean form;
        if (nameAt == NAME_AT) {
            int nameLength = start.getUnsignedShort(NAME_LENGTH_AT); // bytes after the name are to be ignored
            boolean dynamic = (start.getLong(FLAGS_AT) & NAME_ME) != 0;
            form = nameLength > 0 && nameLength <= length && isName(start, nameAt, nameLength, dynamic);
        } else {
            form = start.getUnsignedShort(OLD_VERSION_AT) == OLD_VERSION && isName(start, nameAt, length, false);
        }
        return form ? REPLICATION : Finding.NOTHING;
    }

    /**
     * Returns whether bytes are a node's name: letters of any kind without control characters, and one {@code @}
     * between two parts. A node that requests a dynamic name sends only its host.
     */
    private static boolean isName(ByteBuf start, int at, int length, boolean dynamic) {
        int host = start.forEachByte(at, length, new ByteProcessor.IndexOfProcessor((byte) '@'));
        boolean printable = start.forEachByte(at, length, value -> value < 0 || value > ' ') < 0;
        boolean whole = dynamic ? host < 0 : host > at && host < at + length - 1;
        return whole && printable;
    }
}
