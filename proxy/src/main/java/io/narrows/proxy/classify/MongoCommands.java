package io.narrows.proxy.classify;

import io.narrows.config.TrafficClass;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.util.ByteProcessor;
import io.netty.util.CharsetUtil;

/**
 * Recognizes MongoDB's members, which greet each other as {@code internalClient}s, by the first characteristic command
 * ("MongoDB Wire Protocol"). Logins may precede it. Only the rhythm decides whether a compressed message is a
 * heartbeat.
 *
 * <pre>
 *  0           4            8             12        16       20
 * +-----------+------------+-------------+---------+--------+---+------------------------------
 * | length LE | request id | response to | 2013    | flags  | 0 | BSON, its first name the command      OP_MSG
 * +-----------+------------+-------------+---------+--------+---+------------------------------
 * | length LE | request id | response to | 2004    | flags  | admin.$cmd 0 | skip | return | BSON       OP_QUERY
 * +-----------+------------+-------------+---------+--------+------------------------------------
 * | length LE | request id | response to | 2012    | ...                                              OP_COMPRESSED
 * </pre>
 */
final class MongoCommands implements Recogniser {
    private static final Finding REPLICATION = Finding.of(TrafficClass.REPLICATION);
    private static final Finding HEARTBEAT = Finding.of(TrafficClass.HEARTBEAT);
    private static final Finding COMPRESSED = Finding.carrier(TrafficClass.REPLICATION);

    private static final int HIGHEST_LENGTH_AT = 3;
    private static final int RESPONSE_TO_AT = 8;
    private static final int OPCODE_AT = 12;
    private static final int HEADER_BYTES = 16;
    private static final int OP_QUERY = 2004;
    private static final int OP_COMPRESSED = 2012;
    private static final int OP_MSG = 2013;

    private static final int AFTER_FLAGS = 20;
    private static final int SKIP_AND_RETURN_BYTES = 8;

    /** The length of a BSON document, and the type of its first element. */
    private static final int BEFORE_NAME_BYTES = 5;

    private static final ByteBuf INTERNAL_CLIENT = text("internalClient\0");
    private static final ByteBuf OPLOG = text("oplog.rs\0");

    @Override
    public Finding look(ByteBuf start) {
        boolean member = false;
        int at = 0;
        while (start.readableBytes() - at >= HEADER_BYTES) {
            int length = start.getIntLE(at);
            int opcode = start.getIntLE(at + OPCODE_AT);
            if (length <= AFTER_FLAGS || length >>> 24 != 0 || start.getIntLE(at + RESPONSE_TO_AT) != 0) {
                return Finding.NOTHING;
            }
            if (opcode == OP_COMPRESSED) {
                return member ? COMPRESSED : Finding.NOTHING;
            }
            if (opcode != OP_MSG && opcode != OP_QUERY) {
                return Finding.NOTHING;
            }
            ByteBuf message = start.slice(at, Math.min(length, start.readableBytes() - at));
            Finding finding = member ? command(message, opcode) : greeting(message, opcode);
            if (finding != Finding.UNDECIDED) {
                return finding;
            }
            member = true;
            at += length;
        }
        boolean other = start.readableBytes() - at > HIGHEST_LENGTH_AT && start.getByte(at + HIGHEST_LENGTH_AT) != 0;
        return other ? Finding.NOTHING : Finding.UNDECIDED;
    }

    /** Returns the finding for a greeting; undecided even if it is a member's. */
    private static Finding greeting(ByteBuf message, int opcode) {
        String name = name(message, opcode);
        boolean cut = message.readableBytes() < message.getIntLE(0);
        if (!name.equals("hello") && !name.equalsIgnoreCase("isMaster")) {
            return cut && name.isEmpty() ? Finding.UNDECIDED : Finding.NOTHING;
        }
        return cut || ByteBufUtil.indexOf(INTERNAL_CLIENT, message) >= 0 ? Finding.UNDECIDED : Finding.NOTHING;
    }

    private static Finding command(ByteBuf message, int opcode) {
        return switch (name(message, opcode)) {
            case "replSetHeartbeat", "replSetRequestVotes" -> HEARTBEAT;
            case "replSetUpdatePosition" -> REPLICATION;
            case "find", "getMore", "aggregate" ->
                ByteBufUtil.indexOf(OPLOG, message) >= 0 ? REPLICATION : Finding.UNDECIDED;
            default -> Finding.UNDECIDED;
        };
    }

    /** Returns the name of the command; empty if it is truncated. */
    private static String name(ByteBuf message, int opcode) {
        int documentAt = AFTER_FLAGS + 1;
        if (opcode == OP_QUERY) {
            int end = endOfText(message, AFTER_FLAGS);
            documentAt = end < 0 ? message.readableBytes() : end + 1 + SKIP_AND_RETURN_BYTES;
        }
        int nameAt = documentAt + BEFORE_NAME_BYTES;
        int end = endOfText(message, nameAt);
        return end < 0 ? "" : message.toString(nameAt, end - nameAt, CharsetUtil.US_ASCII);
    }

    /** Returns the index of the terminating zero byte; -1 if there is none. */
    private static int endOfText(ByteBuf message, int at) {
        int readable = message.readableBytes();
        return at < readable ? message.forEachByte(at, readable - at, ByteProcessor.FIND_NUL) : -1;
    }

    private static ByteBuf text(String text) {
        return Unpooled.unreleasableBuffer(Unpooled.copiedBuffer(text, CharsetUtil.US_ASCII));
    }
}
