package io.narrows.proxy.classify;

import io.narrows.config.TrafficClass;
import io.netty.buffer.ByteBuf;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Recognizes etcd's peer connections by their requests: {@code rafthttp} keeps one stream for short messages, mostly
 * heartbeats, and one for log entries. Snapshots are posted on a connection that is also used for probes and occasional
 * messages.
 */
final class EtcdStreams implements Recogniser {
    private static final Map<Prefix, Finding> REQUESTS = requests();

    private static Map<Prefix, Finding> requests() {
        Map<Prefix, Finding> requests = new LinkedHashMap<>();
        requests.put(Prefix.ascii("GET /raft/stream/message/"), Finding.of(TrafficClass.HEARTBEAT));
        requests.put(Prefix.ascii("GET /raft/stream/msgapp/"), Finding.of(TrafficClass.REPLICATION));
        requests.put(Prefix.ascii("POST /raft/snapshot"), Finding.request(TrafficClass.BULK));
        requests.put(Prefix.ascii("POST /raft "), Finding.request(TrafficClass.DEFAULT));
        requests.put(Prefix.ascii("GET /raft/probing"), Finding.request(TrafficClass.DEFAULT));
        return requests;
    }

    @Override
    public Finding look(ByteBuf start) {
        boolean undecided = false;
        for (Map.Entry<Prefix, Finding> request : REQUESTS.entrySet()) {
            Finding finding = request.getKey().look(start, request.getValue());
            if (finding.trafficClass().isPresent()) {
                return finding;
            }
            undecided |= finding.kind() == Finding.Kind.UNDECIDED;
        }
        return undecided ? Finding.UNDECIDED : Finding.NOTHING;
    }
}
