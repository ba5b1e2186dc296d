package io.narrows.proxy.classify;

import io.narrows.config.TrafficClass;
import io.netty.buffer.ByteBuf;
import io.netty.util.CharsetUtil;

/**
 * Recognizes connections of Apache Kafka's brokers and controllers by the keys of their requests ("Kafka Protocol
 * Guide"). Kafka has a separate connection for each purpose: fetchers, the Raft client, a broker's heartbeats. Other
 * requests, such as ApiVersions, may come first.
 *
 * <pre>
 *  0        4         6         8                12              14
 * +--------+---------+---------+----------------+---------------+-----------+-----------------------+---------
 * | length | API key | version | correlation id | client length | client id | tags, where flexible  | request
 * +--------+---------+---------+----------------+---------------+-----------+-----------------------+---------
 * </pre>
 */
final class KafkaRequests implements Recogniser {
    private static final Finding REPLICATION = Finding.of(TrafficClass.REPLICATION);
    private static final Finding HEARTBEAT = Finding.of(TrafficClass.HEARTBEAT);

    private static final int PRODUCE = 0;
    private static final int FETCH = 1;
    private static final int VOTE = 52;
    private static final int BEGIN_QUORUM_EPOCH = 53;
    private static final int END_QUORUM_EPOCH = 54;
    private static final int FETCH_SNAPSHOT = 59;
    private static final int BROKER_REGISTRATION = 62;
    private static final int BROKER_HEARTBEAT = 63;
    private static final int MAX_KEY = 127;
    private static final int MAX_VERSION = 31;

    private static final int KEY_AT = 4;
    private static final int VERSION_AT = 6;
    private static final int CORRELATION_AT = 8;
    private static final int CLIENT_LENGTH_AT = 12;
    private static final int CLIENT_AT = 14;
    private static final int MAX_CLIENT = 255;

    private static final int FIRST_PRODUCE = 3;

    @Override
    public Finding look(ByteBuf start) {
        int at = 0;
        while (at < start.readableBytes()) {
            ByteBuf request = start.slice(at, start.readableBytes() - at);
            Finding finding = request(request);
            if (finding != Finding.UNDECIDED || request.readableBytes() < CLIENT_AT) {
                return finding;
            }
            at += KEY_AT + request.getInt(0);
        }
        return Finding.UNDECIDED;
    }

    /** Returns the finding for the first request; undecided if it is truncated or not characteristic. */
    private static Finding request(ByteBuf request) {
        int readable = request.readableBytes();
        boolean other = request.getByte(0) != 0
                || readable >= VERSION_AT && request.getUnsignedShort(KEY_AT) > MAX_KEY
                || readable >= CORRELATION_AT && request.getUnsignedShort(VERSION_AT) > MAX_VERSION
                || readable > CORRELATION_AT && request.getByte(CORRELATION_AT) < 0;
        if (other) {
            return Finding.NOTHING;
        }
        if (readable < CLIENT_AT) {
            return Finding.UNDECIDED;
        }
        int clientLength = Math.max(request.getShort(CLIENT_LENGTH_AT), 0);
        int end = KEY_AT + request.getInt(0);
        int body = CLIENT_AT + clientLength;
        if (request.getShort(CLIENT_LENGTH_AT) < -1 || clientLength > MAX_CLIENT || body > end) {
            return Finding.NOTHING;
        }
        if (readable < body) {
            return Finding.UNDECIDED;
        }
        String client = request.toString(CLIENT_AT, clientLength, CharsetUtil.UTF_8);
        if (client.chars().anyMatch(Character::isISOControl)) {
            return Finding.NOTHING;
        }
        return ofKey(request, client, body, end);
    }

    private static Finding ofKey(ByteBuf request, String client, int body, int end) {
        int version = request.getUnsignedShort(VERSION_AT);
        return switch (request.getUnsignedShort(KEY_AT)) {
            case PRODUCE -> version < FIRST_PRODUCE ? Finding.NOTHING : REPLICATION;
            case FETCH -> KafkaFetch.look(request, version, client, body, end);
            case VOTE, BEGIN_QUORUM_EPOCH, END_QUORUM_EPOCH, FETCH_SNAPSHOT -> REPLICATION;
            case BROKER_REGISTRATION, BROKER_HEARTBEAT -> HEARTBEAT;
            default -> Finding.UNDECIDED;
        };
    }
}
