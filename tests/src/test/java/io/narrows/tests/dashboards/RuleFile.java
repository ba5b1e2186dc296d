package io.narrows.tests.dashboards;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A file of Prometheus's rules, or of their tests. */
record RuleFile(Path path, Map<String, Object> yaml) {
    private static final Path FOLDER = Path.of("..", "dashboards", "prometheus");

    /** One of the repository. */
    static RuleFile read(String name) throws IOException {
        Path path = FOLDER.resolve(name);
        return new RuleFile(path, Dashboard.parse(Files.readString(path)));
    }

    /** A copy with the rules as they are, but for a minute that would be half of a test. */
    Path everySecond(Path directory) throws IOException {
        String rules = Files.readString(path).replace("interval: 1m", "interval: 1s");
        return Files.writeString(directory.resolve(path.getFileName()), rules);
    }

    /** The rules of all groups. */
    List<Map<String, Object>> rules() {
        return Dashboard.objects(yaml, "groups").stream()
                .flatMap(group -> Dashboard.objects(group, "rules").stream())
                .toList();
    }

    /** What promtool is to find, of all cases. */
    List<Map<String, Object>> expectations(String kind) {
        return Dashboard.objects(yaml, "tests").stream()
                .flatMap(test -> Dashboard.objects(test, kind).stream())
                .toList();
    }
}
