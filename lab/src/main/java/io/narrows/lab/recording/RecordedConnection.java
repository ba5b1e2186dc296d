package io.narrows.lab.recording;

import io.narrows.config.TrafficClass;
import io.narrows.lab.trace.TraceRecord;
import java.util.List;

/**
 * One connection of a recording.
 *
 * @param trafficClass the class of its traffic
 */
public record RecordedConnection(
        TrafficClass trafficClass, List<TraceRecord> clientToServer, List<TraceRecord> serverToClient) {
    public RecordedConnection {
        clientToServer = List.copyOf(clientToServer);
        serverToClient = List.copyOf(serverToClient);
    }
}
