package io.narrows.lab.play;

import io.narrows.config.TrafficClass;
import io.narrows.lab.recording.RecordedConnection;
import io.narrows.lab.trace.TraceRecord;
import java.nio.ByteBuffer;
import java.util.List;

/** The complete data of one connection, in both directions. */
public record Dialogue(TrafficClass trafficClass, byte[] client, byte[] server) {
    static Dialogue of(RecordedConnection connection) {
        return new Dialogue(
                connection.trafficClass(), joined(connection.clientToServer()), joined(connection.serverToClient()));
    }

    private static byte[] joined(List<TraceRecord> records) {
        ByteBuffer all = ByteBuffer.allocate(
                records.stream().mapToInt(TraceRecord::length).sum());
        records.forEach(record -> all.put(record.data()));
        return all.array();
    }
}
