package io.narrows.lab.trace;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A recording of many connections: a directory of {@link TraceFile}s and the {@code index.json} that lists them. */
public final class Trace {
    private static final String INDEX = "index.json";

    private Trace() {}

    /** Returns whether a path is such a directory. */
    public static boolean isAt(Path path) {
        return Files.isRegularFile(path.resolve(INDEX));
    }

    /**
     * Reads the connections in the order of the index.
     *
     * @throws TraceException if the index or a file is invalid, or the two disagree
     */
    public static List<TraceConnection> open(Path directory) throws IOException {
        List<TraceConnection> connections = new ArrayList<>();
        for (IndexNode entry :
                IndexNode.read(directory.resolve(INDEX)).get("conns").items()) {
            connections.add(new TraceConnection(
                    Math.toIntExact(entry.get("id").number()),
                    entry.get("label").text(),
                    entry.get("start_ns").number(),
                    direction(directory, entry.get("c2s")),
                    direction(directory, entry.get("s2c"))));
        }
        return List.copyOf(connections);
    }

    private static List<TraceRecord> direction(Path directory, IndexNode entry) throws IOException {
        String name = entry.get("file").text();
        if (!Path.of(name).getFileName().toString().equals(name)) {
            throw entry.get("file").problem("file " + name + " (expected: a file name in the same directory)");
        }
        List<TraceRecord> records = TraceFile.read(directory.resolve(name));
        long expected = entry.get("records").number();
        if (records.size() != expected) {
            throw entry.get("records").problem("records " + expected + ", but " + name + " has " + records.size());
        }
        return records;
    }
}
