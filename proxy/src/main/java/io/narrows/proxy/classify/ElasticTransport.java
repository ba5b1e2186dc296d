package io.narrows.proxy.classify;

import io.narrows.config.TrafficClass;
import io.netty.buffer.ByteBuf;
import io.netty.util.CharsetUtil;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Recognizes the transport of Elasticsearch and OpenSearch by the first characteristic action. Nodes have separate
 * connections for recovery, bulk, cluster state, pings and the rest; handshakes come first on one of them. The action
 * is never compressed since 7.6, where the header has its own length.
 *
 * <pre>
 *  0     2        6            14       15        19              23
 * +-----+--------+------------+--------+---------+---------------+-----------------------------+---------
 * | ES  | length | request id | status | version | header length | thread's headers, action    | request
 * +-----+--------+------------+--------+---------+---------------+-----------------------------+---------
 * </pre>
 *
 * <p>Length counts the bytes after it; -1 is a ping, which ends there.
 */
final class ElasticTransport implements Recogniser {
    private static final Finding HEARTBEAT = Finding.of(TrafficClass.HEARTBEAT);
    private static final Finding REPLICATION = Finding.of(TrafficClass.REPLICATION);
    private static final Finding BULK = Finding.of(TrafficClass.BULK);
    private static final Map<String, Finding> ACTIONS = actions();
    private static final Prefix MAGIC = Prefix.ascii("ES");

    private static final int LENGTH_AT = 2;
    private static final int AFTER_LENGTH = 6;
    private static final int STATUS_AT = 14;
    private static final int RESPONSE = 1;
    private static final int VERSION_AT = 15;
    private static final int AFTER_VERSION = 19;
    private static final int AFTER_HEADER_LENGTH = 23;
    private static final int PING = -1;

    /** 7.6.0, the first version whose headers have a length. OpenSearch's versions are higher numbers. */
    private static final int HEADER_LENGTH_SINCE = 7_06_00_99;

    private static Map<String, Finding> actions() {
        Map<String, Finding> actions = new LinkedHashMap<>();
        // recovery's other actions, and joins, are on connections that carry other things later
        actions.put("internal:index/shard/recovery/file_chunk", BULK);
        actions.put("internal:index/shard/recovery/translog_ops", BULK);
        actions.put("admin/ccr/restore/file_chunk/get", BULK);
        actions.put("indices:data/read/plugins/replication/file_chunk", BULK);
        actions.put("indices:data/write/", REPLICATION);
        actions.put("indices:data/read/xpack/ccr/", REPLICATION);
        actions.put("indices:data/read/plugins/replication/changes", REPLICATION);
        actions.put("internal:cluster/coordination/publish_state", REPLICATION);
        actions.put("internal:cluster/coordination/commit_state", REPLICATION);
        actions.put("internal:coordination/fault_detection/", HEARTBEAT);
        return actions;
    }

    @Override
    public Finding look(ByteBuf start) {
        int at = 0;
        while (at < start.readableBytes()) {
            ByteBuf message = start.slice(at, start.readableBytes() - at);
            Finding finding = message(message);
            if (finding != Finding.UNDECIDED || message.readableBytes() < AFTER_LENGTH) {
                return finding;
            }
            at += AFTER_LENGTH + Math.max(message.getInt(LENGTH_AT), 0);
        }
        return Finding.UNDECIDED;
    }

    private static Finding message(ByteBuf message) {
        Finding magic = MAGIC.look(message, REPLICATION);
        int readable = message.readableBytes();
        if (magic != REPLICATION || readable < AFTER_LENGTH) {
            return magic == REPLICATION ? Finding.UNDECIDED : magic;
        }
        int length = message.getInt(LENGTH_AT);
        if (length == PING) {
            return Finding.UNDECIDED;
        }
        boolean other = length < AFTER_VERSION - AFTER_LENGTH
                || length >>> 30 != 0
                || readable > STATUS_AT && (message.getByte(STATUS_AT) & RESPONSE) != 0;
        if (other) {
            return Finding.NOTHING;
        }
        return readable < AFTER_VERSION ? Finding.UNDECIDED : action(message, AFTER_LENGTH + length);
    }

    private static Finding action(ByteBuf message, int messageEnd) {
        int from = AFTER_VERSION;
        int end = messageEnd;
        if (message.getInt(VERSION_AT) >= HEADER_LENGTH_SINCE) {
            if (message.readableBytes() < AFTER_HEADER_LENGTH) {
                return Finding.UNDECIDED;
            }
            from = AFTER_HEADER_LENGTH;
            end = from + message.getInt(AFTER_VERSION);
            if (end < from || end > messageEnd) {
                return Finding.NOTHING;
            }
        }
        int length = Math.min(end, message.readableBytes()) - from;
        String header = message.toString(from, length, CharsetUtil.ISO_8859_1);
        for (Map.Entry<String, Finding> action : ACTIONS.entrySet()) {
            if (header.contains(action.getKey())) {
                return action.getValue();
            }
        }
        return Finding.UNDECIDED;
    }
}
