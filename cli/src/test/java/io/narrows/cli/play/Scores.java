package io.narrows.cli.play;

import io.narrows.cli.recording.RecordedConnection;
import io.narrows.cli.trace.TraceRecord;
import io.narrows.config.TrafficClass;
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
