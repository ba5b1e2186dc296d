package io.narrows.proxy.classify;

import io.narrows.config.TrafficClass;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.util.CharsetUtil;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * etcd's peer connections, by the request that opens each: {@code rafthttp} keeps one stream for short messages, heartbeats
 * above all, one for log entries, and posts snapshots.
 */
final class EtcdStreams implements Recogniser {
    private static final Map<ByteBuf, TrafficClass> REQUESTS = requests();

    private static Map<ByteBuf, TrafficClass> requests() {
        Map<ByteBuf, TrafficClass> requests = new LinkedHashMap<>();
        requests.put(ascii("GET /raft/stream/message/"), TrafficClass.HEARTBEAT);
        requests.put(ascii("GET /raft/stream/msgapp/"), TrafficClass.REPLICATION);
        requests.put(ascii("POST /raft/snapshot"), TrafficClass.BULK);
        return requests;
    }

    private static ByteBuf ascii(String text) {
        return Unpooled.unreleasableBuffer(Unpooled.copiedBuffer(text, CharsetUtil.US_ASCII));
    }

    @Override
    public Optional<TrafficClass> recognise(ByteBuf first) {
        for (Map.Entry<ByteBuf, TrafficClass> request : REQUESTS.entrySet()) {
            ByteBuf start = request.getKey();
            int length = start.readableBytes();
            if (first.readableBytes() >= length && ByteBufUtil.equals(first, first.readerIndex(), start, 0, length)) {
                return Optional.of(request.getValue());
            }
        }
        return Optional.empty();
    }
}
