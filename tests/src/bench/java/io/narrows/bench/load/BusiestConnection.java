package io.narrows.bench.load;

import io.narrows.config.TrafficClass;
import io.narrows.lab.play.Score;
import io.narrows.lab.recording.RecordedConnection;
import io.narrows.lab.recording.Recording;
import io.narrows.lab.recording.RecordingFile;
import io.narrows.lab.trace.Trace;
import io.narrows.lab.trace.TraceRecord;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;

/**
 * The connection of a recording that carries most bytes in one direction, dialed by the near node.
 *
 * @param byClient whether the dialing side sends most bytes
 */
public record BusiestConnection(PairRecording recording, boolean byClient) {
    /**
     * Reads a packed recording, or a folder of traces.
     *
     * @throws IOException if it cannot be read, or has no connection
     */
    public static BusiestConnection read(Path path) throws IOException {
        RecordedConnection busiest = connections(path).stream()
                .max(Comparator.comparingLong(
                        one -> Math.max(bytes(one.clientToServer()), bytes(one.serverToClient()))))
                .orElseThrow(() -> new IOException(path + ": no connection"));
        String name = path.getFileName().toString().replaceFirst("\\..*", "");
        return new BusiestConnection(
                new PairRecording(Score.of(new Recording(name, List.of(busiest))), List.of(true)),
                bytes(busiest.clientToServer()) >= bytes(busiest.serverToClient()));
    }

    private static List<RecordedConnection> connections(Path path) throws IOException {
        if (Trace.isAt(path)) {
            return Trace.open(path).stream()
                    .map(one ->
                            new RecordedConnection(TrafficClass.DEFAULT, one.clientToServer(), one.serverToClient()))
                    .toList();
        }
        try (InputStream in = Files.newInputStream(path)) {
            return RecordingFile.read(path.toString(), in).connections();
        }
    }

    private static long bytes(List<TraceRecord> records) {
        return records.stream().mapToLong(TraceRecord::length).sum();
    }
}
