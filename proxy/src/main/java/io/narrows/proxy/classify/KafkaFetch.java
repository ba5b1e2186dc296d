package io.narrows.proxy.classify;

import io.narrows.config.TrafficClass;
import io.netty.buffer.ByteBuf;
import java.util.regex.Pattern;

/**
 * Distinguishes Kafka's Fetch requests of replicas and consumers. A replica sends its id: at the start of the request
 * up to version 14, and in a tagged field at its end since version 15 ({@code ReplicaState}). If that end is out of
 * reach, the client id decides, which no broker setting can change.
 *
 * <pre>
 *  end - 15       -13          -9             -1
 * +---------+----+------------+--------------+---+
 * | tag 1   | 13 | replica id | epoch        | 0 |
 * +---------+----+------------+--------------+---+
 * </pre>
 */
final class KafkaFetch {
    private static final Finding REPLICA = Finding.of(TrafficClass.REPLICATION);

    /** A class that the rhythm cannot change: a consumer's long polls have a rhythm while there are no records. */
    private static final Finding CONSUMER = Finding.of(TrafficClass.DEFAULT);

    private static final int FIRST_FLEXIBLE = 12;
    private static final int FIRST_TAGGED = 15;

    private static final int STATE_BYTES = 15;
    private static final int STATE = 0x010d;
    private static final int REPLICA_AT = 2;
    private static final Pattern REPLICA_CLIENT = Pattern.compile("broker-\\d+-fetcher-\\d+|raft-client-\\d+");

    private KafkaFetch() {}

    /**
     * Returns the finding for a request; undecided if it is truncated.
     *
     * @param body index after the client id of the header
     * @param end index after the request
     */
    static Finding look(ByteBuf request, int version, String client, int body, int end) {
        return version < FIRST_TAGGED ? untagged(request, version, body, end) : tagged(request, client, body, end);
    }

    private static Finding untagged(ByteBuf request, int version, int body, int end) {
        int replicaAt = version < FIRST_FLEXIBLE ? body : body + 1;
        if (replicaAt + Integer.BYTES > end) {
            return Finding.NOTHING;
        }
        if (request.readableBytes() < replicaAt + Integer.BYTES) {
            return Finding.UNDECIDED;
        }
        return request.getInt(replicaAt) >= 0 ? REPLICA : CONSUMER;
    }

    private static Finding tagged(ByteBuf request, String client, int body, int end) {
        if (REPLICA_CLIENT.matcher(client).matches()) {
            return REPLICA;
        }
        if (request.readableBytes() < end) {
            return Finding.UNDECIDED;
        }
        int stateAt = end - STATE_BYTES;
        boolean replica = stateAt > body
                && request.getUnsignedShort(stateAt) == STATE
                && request.getInt(stateAt + REPLICA_AT) >= 0;
        return replica ? REPLICA : CONSUMER;
    }
}
