package io.narrows.bench.region;

import io.narrows.codec.StreamEncoder;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/** A sending context with the histories that it may learn, in the amounts that links allow. */
final class SendingSide implements AutoCloseable {
    /** Content that a context codes before it learns, in bytes. */
    private static final int WORTHWHILE = 16 << 10;

    private static final int LEARNT_PER_SENT = 4;
    private static final int MOST_PER_FRAME = 64 << 10;

    private final StreamEncoder encoder;
    private final Map<String, OfferedHistory> histories = new TreeMap<>();
    private long sent;
    private long credit;

    /**
     * A frame's payload without sequence number.
     *
     * @param referenceBytes of the history references before it; 0 for none
     */
    record Coded(byte[] payload, int referenceBytes) {}

    SendingSide(StreamEncoder encoder) {
        this.encoder = encoder;
    }

    /** Offers content of another connection. */
    void offer(String source, int shortest, long fromNanos, ByteBuffer content) {
        histories.computeIfAbsent(source, name -> new OfferedHistory(shortest)).offer(fromNanos, content);
    }

    Coded encode(long nanos, ByteBuffer content) {
        int length = content.remaining();
        credit = Math.min(credit + (long) LEARNT_PER_SENT * length, 8L * MOST_PER_FRAME);
        int references = sent < WORTHWHILE ? 0 : learn(nanos);
        sent += length;
        ByteBuffer frame = ByteBuffer.allocate(encoder.maxFrameLength(length));
        encoder.encode(content, frame);
        return new Coded(Arrays.copyOf(frame.array(), frame.position()), references);
    }

    private int learn(long nanos) {
        int references = 0;
        int room = MOST_PER_FRAME;
        for (OfferedHistory history : histories.values()) {
            ByteBuffer taught = history.take(nanos, (int) Math.min(room, credit));
            int length = taught.remaining();
            if (length > 0) {
                references += 1 + LinkBytes.varint(length);
                encoder.learn(taught);
                room -= length;
                credit -= length;
            }
        }
        return references;
    }

    @Override
    public void close() {
        encoder.close();
    }
}
