package io.narrows.cli.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narrows.cli.generate.database.Cluster;
import io.narrows.config.yaml.Problems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Runs of the generator from {@code cluster.yaml} to {@code out}, both in one folder. */
record GeneratedFolder(Path folder) {
    List<String> generate(String yaml) throws IOException, GenerateException {
        return new Generator(cluster(yaml), out(""), false, Layout.SHARED).write();
    }

    List<String> renew(String yaml) throws IOException, GenerateException {
        return new Generator(cluster(yaml), out(""), true, Layout.SHARED).write();
    }

    /** Asserts that a run is refused and leaves everything as it was. */
    void assertRefused(String yaml, String message) throws IOException {
        Map<String, String> before = content();

        assertThatThrownBy(() -> generate(yaml))
                .isInstanceOf(GenerateException.class)
                .hasMessageContaining(message);

        assertThat(content()).isEqualTo(before);
    }

    Cluster cluster(String yaml) throws IOException {
        Problems problems = new Problems();
        Path file = Files.writeString(folder.resolve("cluster.yaml"), yaml);
        return ClusterFile.read(file, problems).orElseThrow(() -> new AssertionError(problems.sorted()));
    }

    Path out(String path) {
        return path.isEmpty() ? folder.resolve("out") : folder.resolve("out").resolve(path);
    }

    /** Returns the content of all files by their paths in {@code out}, having asserted that there are no temporary ones in or beside it. */
    Map<String, String> content() throws IOException {
        Map<String, String> content = new TreeMap<>();
        try (Stream<Path> files = Files.walk(out(""))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                content.put(out("").relativize(file).toString(), Files.readString(file));
            }
        }
        assertNoneHidden(folder);
        assertNoneHidden(out(""));
        return content;
    }

    private static void assertNoneHidden(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.filter(file -> file.getFileName().toString().startsWith(".")))
                    .isEmpty();
        }
    }
}
