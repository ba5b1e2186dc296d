package io.narrows.lab.play;

import io.narrows.config.TrafficClass;
import io.narrows.lab.recording.RecordedConnection;
import io.narrows.lab.trace.TraceRecord;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Small recordings for tests. */
final class Scores {
    private Scores() {}

    static RecordedConnection connection(
            TrafficClass trafficClass, List<TraceRecord> clientToServer, List<TraceRecord> serverToClient) {
        return new RecordedConnection(trafficClass, clientToServer, serverToClient);
    }

    static TraceRecord read(long millis, String text) {
        return new TraceRecord(millis * 1_000_000, ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
    }
}
