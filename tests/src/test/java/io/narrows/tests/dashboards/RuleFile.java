package io.narrows.tests.dashboards;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A file of Prometheus rules, or of tests for them. */
record RuleFile(Path path, Map<String, Object> yaml) {
    private static final Path FOLDER = Path.of("..", "dashboards", "prometheus");

    /** Reads a file of the repository. */
    static RuleFile read(String name) throws IOException {
        Path path = FOLDER.resolve(name);
        return new RuleFile(path, Dashboard.parse(Files.readString(path)));
    }

    /** Writes a copy that is evaluated every second. Waiting for the usual minute would take half of a test's time. */
    Path everySecond(Path directory) throws IOException {
        String rules = Files.readString(path).replace("interval: 1m", "interval: 1s");
        return Files.writeString(directory.resolve(path.getFileName()), rules);
    }

    /** Returns the rules of all groups. */
    List<Map<String, Object>> rules() {
        return Dashboard.objects(yaml, "groups").stream()
                .flatMap(group -> Dashboard.objects(group, "rules").stream())
                .toList();
    }

    /** Returns the expectations of promtool in all cases. */
    List<Map<String, Object>> expectations(String kind) {
        return Dashboard.objects(yaml, "tests").stream()
                .flatMap(test -> Dashboard.objects(test, kind).stream())
                .toList();
    }
}
