package io.narrows.proxy.classify;

import io.narrows.config.TrafficClass;
import io.netty.buffer.ByteBuf;

/**
 * Recognizes TLS by the record of its ClientHello (RFC 8446, sections 4.1.2 and 5.1):
 *
 * <pre>
 *  0      1          2       3        5
 * +------+----------+-------+--------+------+----
 * | 0x16 | 0x03     | minor | length | 0x01 | ...
 * +------+----------+-------+--------+------+----
 * </pre>
 */
final class TlsHello implements Recogniser {
    private static final Finding ENCRYPTED = Finding.of(TrafficClass.ENCRYPTED);
    private static final int HANDSHAKE = 0x16;
    private static final int MAJOR = 3;
    private static final int MAX_MINOR = 4;
    private static final int MAX_LENGTH = 1 << 14;
    private static final int CLIENT_HELLO = 1;
    private static final int LENGTH_AT = 3;
    private static final int TYPE_AT = 5;

    @Override
    public Finding look(ByteBuf start) {
        int readable = start.readableBytes();
        boolean other = readable > 0 && start.getUnsignedByte(0) != HANDSHAKE
                || readable > 1 && start.getUnsignedByte(1) != MAJOR
                || readable > 2 && start.getUnsignedByte(2) > MAX_MINOR
                || readable > LENGTH_AT + 1 && start.getUnsignedShort(LENGTH_AT) > MAX_LENGTH
                || readable > TYPE_AT && start.getUnsignedByte(TYPE_AT) != CLIENT_HELLO;
        if (other) {
            return Finding.NOTHING;
        }
        return readable > TYPE_AT ? ENCRYPTED : Finding.UNDECIDED;
    }
}
