package io.narrows.bench.raft;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import jdk.jfr.consumer.RecordingStream;

/** Counts how often files were forced through {@code FileChannel}, by the last parts of their names; a native library's are not seen. */
final class Forces {
    private Forces() {}

    static Map<String, Integer> during(long millis) {
        Map<String, Integer> forces = new TreeMap<>();
        try (RecordingStream stream = new RecordingStream()) {
            stream.enable("jdk.FileForce").withThreshold(Duration.ZERO).withoutStackTrace();
            stream.onEvent("jdk.FileForce", event -> {
                String path = event.getString("path");
                String kind = path == null
                        ? "?"
                        : path.substring(path.lastIndexOf('/') + 1).replaceAll("[0-9]+", "N");
                synchronized (forces) {
                    forces.merge(kind, 1, Integer::sum);
                }
            });
            stream.startAsync();
            BenchGroup.pause(millis);
        }
        synchronized (forces) {
            return new TreeMap<>(forces);
        }
    }
}
