package io.narrows.lab.demo;

import io.narrows.lab.play.Score;
import io.narrows.lab.recording.RecordingFile;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The recorded clusters that the demo plays; README.md next to the files gives their sources. */
final class Recordings {
    /**
     * Two of the clusters run twice, side by side. PostgreSQL runs once: its small records take more processor time than
     * their bytes justify.
     */
    private static final List<String> CLUSTERS = List.of("etcd", "postgres", "ratis", "etcd", "ratis");

    private Recordings() {}

    static List<Score> load() throws IOException {
        Map<String, Score> scores = new HashMap<>();
        for (String name : Set.copyOf(CLUSTERS)) {
            try (InputStream packed = Recordings.class.getResourceAsStream(name + ".zst")) {
                scores.put(name, Score.of(RecordingFile.read(name, packed)));
            }
        }
        return CLUSTERS.stream().map(scores::get).toList();
    }
}
