package io.narrows.proxy.classify;

import io.narrows.config.TrafficClass;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.util.ByteProcessor;
import io.netty.util.CharsetUtil;

/**
 * Recognizes servers of NATS by the line that they send in response to the greeting of the server to which they have
 * connected ("NATS Cluster Protocol"). Routes, which carry JetStream's Raft and all other messages of a cluster, and
 * gateways send their own INFO after it; leaf nodes name their server. Clients send neither.
 *
 * <pre>
 * CONNECT {"echo":true, … ,"name":"…","cluster":"C1","lnoc":true}\r\n       route
 * INFO {"server_id":"…", …
 *
 * CONNECT { … ,"name":"…","cluster":"","gateway":"C2"}\r\n                  gateway
 * INFO {"server_id":"…", …
 *
 * CONNECT {"version":"…", … ,"server_id":"…","name":"leaf", …}\r\n          leaf node
 *
 * INFO {"server_id":"…", … ,"compression":"s2_auto", …}\r\n                 leaf node that compresses, the default of later releases
 * </pre>
 */
final class NatsServers implements Recogniser {
    private static final Finding ROUTE = Finding.of(TrafficClass.REPLICATION);

    /** Applications' messages, of any pace; the rhythm cannot make them a heartbeat. */
    private static final Finding MESSAGES = Finding.of(TrafficClass.DEFAULT);

    private static final Prefix LEAF_INFO = Prefix.ascii("INFO {\"server_id\":\"");
    private static final Prefix CONNECT = Prefix.ascii("CONNECT {");
    private static final Prefix INFO = Prefix.ascii("\nINFO {");
    private static final ByteBuf GATEWAY = text("\"gateway\":\"");
    private static final ByteBuf LEAF = text("\"server_id\":\"");

    @Override
    public Finding look(ByteBuf start) {
        Finding leaf = LEAF_INFO.look(start, MESSAGES);
        if (leaf != Finding.NOTHING) {
            return leaf;
        }
        Finding connect = CONNECT.look(start, ROUTE);
        if (connect != ROUTE) {
            return connect;
        }
        int end = start.forEachByte(ByteProcessor.FIND_LF);
        if (end < 0) {
            return Finding.UNDECIDED;
        }
        ByteBuf line = start.slice(0, end);
        if (ByteBufUtil.indexOf(LEAF, line) >= 0) {
            return MESSAGES;
        }
        Finding server = ByteBufUtil.indexOf(GATEWAY, line) >= 0 ? MESSAGES : ROUTE;
        return INFO.look(start.slice(end, start.readableBytes() - end), server);
    }

    private static ByteBuf text(String text) {
        return Unpooled.unreleasableBuffer(Unpooled.copiedBuffer(text, CharsetUtil.US_ASCII));
    }
}
