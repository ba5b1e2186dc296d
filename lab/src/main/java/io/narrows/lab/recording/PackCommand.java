package io.narrows.lab.recording;

import io.narrows.config.TrafficClass;
import io.narrows.lab.trace.Trace;
import io.narrows.lab.trace.TraceConnection;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Creates the demo's recordings. Not meant for users: it documents how the project's files were made. */
@Command(name = "pack", hidden = true, description = "Packs connections of a trace into one recording.")
public final class PackCommand implements Callable<Integer> {
    private static final long NANOS_PER_MILLI = 1_000_000;

    @Parameters(index = "0", paramLabel = "TRACE", description = "Directory with an index.json.")
    private Path trace;

    @Parameters(index = "1", paramLabel = "FILE", description = "File to write the recording to.")
    private Path file;

    @Option(
            names = "--connection",
            required = true,
            paramLabel = "ID=CLASS",
            description = "Connection to include, and its traffic class.")
    private Map<Integer, String> classes = new LinkedHashMap<>();

    @Option(names = "--from", required = true, paramLabel = "MILLIS", description = "Start of the time window.")
    private long fromMillis;

    @Option(names = "--to", required = true, paramLabel = "MILLIS", description = "End of the time window.")
    private long toMillis;

    @Override
    public Integer call() throws IOException {
        Excerpt excerpt = new Excerpt(fromMillis * NANOS_PER_MILLI, toMillis * NANOS_PER_MILLI);
        List<RecordedConnection> connections = new ArrayList<>();
        for (TraceConnection connection : Trace.open(trace)) {
            if (classes.containsKey(connection.id())) {
                connections.add(new RecordedConnection(
                        new TrafficClass(classes.get(connection.id())),
                        excerpt.of(connection, connection.clientToServer()),
                        excerpt.of(connection, connection.serverToClient())));
            }
        }
        try (OutputStream out = Files.newOutputStream(file)) {
            RecordingFile.write(new Recording(trace.getFileName().toString(), connections), out);
        }
        return 0;
    }
}
