package io.narrows.bench.load;

import io.narrows.cli.Narrows;
import io.narrows.config.TrafficClass;
import io.narrows.lab.play.Dialogue;
import io.narrows.lab.play.Score;
import io.narrows.lab.recording.RecordedConnection;
import io.narrows.lab.recording.Recording;
import io.narrows.lab.recording.RecordingFile;
import io.narrows.lab.trace.Trace;
import io.narrows.lab.trace.TraceConnection;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Recorded traffic by name. */
public final class Recordings {
    /** Recordings of the benchmarks, and two of the demo. */
    private static final SortedMap<String, String> RESOURCES = new TreeMap<>(Map.of(
            "etcd", "/io/narrows/lab/demo/etcd.zst",
            "pg", "/io/narrows/bench/pg.zst",
            "ratis", "/io/narrows/lab/demo/ratis.zst"));

    private static final int BULK_BYTES = 60_000_000;

    private final Map<String, Score> scores = new TreeMap<>();

    private Recordings() {}

    /** Returns the compressed files of the project's recordings, repeated up to 60 MB. */
    public byte[] packed() throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        while (all.size() < BULK_BYTES) {
            for (String resource : RESOURCES.values()) {
                try (InputStream packed = Narrows.class.getResourceAsStream(resource)) {
                    packed.transferTo(all);
                }
            }
        }
        return all.toByteArray();
    }

    /** Returns the project's recordings. */
    public static Recordings own() throws IOException {
        Recordings recordings = new Recordings();
        for (Map.Entry<String, String> resource : RESOURCES.entrySet()) {
            try (InputStream packed = Narrows.class.getResourceAsStream(resource.getValue())) {
                recordings.add(RecordingFile.read(resource.getKey(), packed));
            }
        }
        return recordings;
    }

    /** Adds each trace of the directory, named after its own directory. */
    public void addTraces(Path directory) throws IOException {
        try (Stream<Path> entries = Files.list(directory)) {
            for (Path entry : entries.filter(Trace::isAt).sorted().toList()) {
                List<RecordedConnection> connections = new ArrayList<>();
                for (TraceConnection one : Trace.open(entry)) {
                    if (!one.clientToServer().isEmpty() || !one.serverToClient().isEmpty()) {
                        connections.add(new RecordedConnection(
                                TrafficClass.DEFAULT, one.clientToServer(), one.serverToClient()));
                    }
                }
                add(new Recording(entry.getFileName().toString(), connections));
            }
        }
    }

    private void add(Recording recording) {
        scores.put(recording.name(), Score.of(recording));
    }

    /** @throws IllegalArgumentException if there is no recording of that name; the message lists the existing ones */
    public Score get(String name) {
        if (!scores.containsKey(name)) {
            throw new IllegalArgumentException(
                    "no recording '%s' (expected: %s)".formatted(name, String.join(", ", scores.keySet())));
        }
        return scores.get(name);
    }

    /**
     * Returns the contents of the project's recordings, one connection and direction after another, repeated up to 60 MB.
     * Repetitions are farther apart than any window.
     */
    public byte[] bulk() {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        while (all.size() < BULK_BYTES) {
            for (String name : RESOURCES.keySet()) {
                for (Dialogue dialogue : scores.get(name).dialogues()) {
                    all.writeBytes(dialogue.client());
                    all.writeBytes(dialogue.server());
                }
            }
        }
        return all.toByteArray();
    }
}
