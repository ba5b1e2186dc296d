package io.narrows.proxy.dictionary;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportedPathsTest {
    @TempDir
    private Path directory;

    private final ReportedPaths reported = new ReportedPaths();

    @Test
    void path_isNewOnce() {
        Path path = directory.resolve("deleted");

        assertThat(reported.add(path)).isTrue();
        assertThat(reported.add(path)).isFalse();
    }

    @Test
    void deletedPaths_areForgotten() {
        for (int i = 0; i < 10 * ReportedPaths.KEPT; i++) {
            reported.add(directory.resolve("deleted-" + i));

            assertThat(reported.size()).isLessThanOrEqualTo(ReportedPaths.KEPT);
        }
    }

    @Test
    void pathsThatExist_areKept() throws IOException {
        List<Path> files = new ArrayList<>();
        for (int i = 0; i < 2 * ReportedPaths.KEPT; i++) {
            Path file = Files.createFile(directory.resolve("file-" + i));
            files.add(file);
            reported.add(file);
            reported.add(directory.resolve("deleted-" + i));
        }

        assertThat(files).noneMatch(reported::add);
    }
}
