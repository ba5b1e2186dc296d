package io.narrows.proxy.classify;

import io.narrows.config.TrafficClass;
import io.netty.buffer.ByteBuf;

/**
 * Recognizes replicas of MySQL and MariaDB by the commands that register them and request the binary log. The server
 * speaks first, so the stream begins with the response to its greeting, which is number 1 of that exchange; the rest of
 * the login and commands follow, each command with number 0. A replica sends a few queries first. The layout of each
 * packet:
 *
 * <pre>
 *  0           3        4
 * +-----------+--------+-------------------+
 * | length LE | number | payload           |
 * +-----------+--------+-------------------+
 * </pre>
 */
final class MySqlReplica implements Recogniser {
    private static final Finding REPLICATION = Finding.of(TrafficClass.REPLICATION);
    private static final TlsHello TLS = new TlsHello();

    private static final int HEADER_BYTES = 4;
    private static final int NUMBER_AT = 3;

    private static final int COM_QUERY = 0x03;
    private static final int COM_PING = 0x0e;
    private static final int COM_BINLOG_DUMP = 0x12;
    private static final int COM_REGISTER_SLAVE = 0x15;
    private static final int COM_BINLOG_DUMP_GTID = 0x1e;

    /** HandshakeResponse41: flags, largest packet, character set, then zero bytes; MariaDB uses the last four. */
    private static final int LOGIN_BYTES = 32;

    private static final int CLIENT_PROTOCOL_41 = 1 << 9;
    private static final int CLIENT_SSL = 1 << 11;
    private static final int ZEROS_AT = 9;
    private static final int ZEROS_END = 28;

    @Override
    public Finding look(ByteBuf start) {
        int readable = start.readableBytes();
        if (readable > NUMBER_AT && (start.getByte(NUMBER_AT) != 1 || start.getUnsignedMediumLE(0) < LOGIN_BYTES)) {
            return Finding.NOTHING;
        }
        if (readable < HEADER_BYTES + LOGIN_BYTES) {
            return Finding.UNDECIDED;
        }
        int flags = start.getIntLE(HEADER_BYTES);
        if ((flags & CLIENT_PROTOCOL_41) == 0 || !zeros(start)) {
            return Finding.NOTHING;
        }
        int next = HEADER_BYTES + start.getUnsignedMediumLE(0);
        if ((flags & CLIENT_SSL) == 0) {
            return commands(start, next);
        }
        if (next >= readable) {
            return Finding.UNDECIDED;
        }
        Finding tls = TLS.look(start.slice(next, readable - next));
        return tls == Finding.NOTHING ? commands(start, next) : tls; // a sidecar may have ended the TLS
    }

    private static boolean zeros(ByteBuf start) {
        return start.forEachByte(HEADER_BYTES + ZEROS_AT, ZEROS_END - ZEROS_AT, value -> value == 0) < 0;
    }

    private static Finding commands(ByteBuf start, int from) {
        int at = from;
        while (start.readableBytes() > at + HEADER_BYTES) {
            boolean command = start.getByte(at + NUMBER_AT) == 0;
            if (command) {
                switch (start.getByte(at + HEADER_BYTES)) {
                    case COM_REGISTER_SLAVE, COM_BINLOG_DUMP, COM_BINLOG_DUMP_GTID -> {
                        return REPLICATION;
                    }
                    case COM_QUERY, COM_PING -> {}
                    default -> {
                        return Finding.NOTHING;
                    }
                }
            }
            at += HEADER_BYTES + start.getUnsignedMediumLE(at);
        }
        return Finding.UNDECIDED;
    }
}
