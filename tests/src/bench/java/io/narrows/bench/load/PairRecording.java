package io.narrows.bench.load;

import io.narrows.config.TrafficClass;
import io.narrows.lab.play.Score;
import io.narrows.lab.recording.RecordedConnection;
import io.narrows.lab.recording.Recording;
import io.narrows.lab.trace.Trace;
import io.narrows.lab.trace.TraceConnection;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * The data that two nodes sent each other, on connections that either of them dialed.
 *
 * @param dialledByNear of each connection, whether the first of the two nodes dialed it
 */
public record PairRecording(Score score, List<Boolean> dialledByNear) {
    private static final int NODES = 2;

    /**
     * Reads a directory with an index.json, whose labels are the dialed nodes.
     *
     * @throws IllegalArgumentException if there are not exactly two
     */
    public static PairRecording read(Path directory) throws IOException {
        List<TraceConnection> connections = Trace.open(directory);
        List<String> nodes =
                connections.stream().map(TraceConnection::label).distinct().toList();
        if (nodes.size() != NODES) {
            throw new IllegalArgumentException(
                    "%s: nodes %s (expected: connections of two nodes, each dialing some)".formatted(directory, nodes));
        }
        List<RecordedConnection> recorded = connections.stream()
                .map(one -> new RecordedConnection(TrafficClass.DEFAULT, one.clientToServer(), one.serverToClient()))
                .toList();
        return new PairRecording(
                Score.of(new Recording(directory.getFileName().toString(), recorded)),
                connections.stream()
                        .map(one -> one.label().equals(nodes.get(1)))
                        .toList());
    }
}
