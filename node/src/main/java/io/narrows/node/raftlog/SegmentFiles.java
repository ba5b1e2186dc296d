package io.narrows.node.raftlog;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The names of segment files: the first index in 20 digits, so that names sort by index. */
final class SegmentFiles {
    private static final String NAME = "\\d{20}\\.log";
    private static final int DIGITS = 20;

    private SegmentFiles() {}

    static Path of(Path directory, long first) {
        return directory.resolve(name(first));
    }

    /** Returns the file of another segment of the same log. */
    static Path beside(Path file, long first) {
        return file.resolveSibling(name(first));
    }

    private static String name(long first) {
        return String.format("%020d.log", first);
    }

    static long first(Path file) {
        return Long.parseLong(file.getFileName().toString().substring(0, DIGITS));
    }

    /** Returns the segment files of a directory, oldest first. */
    static List<Path> in(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.getFileName().toString().matches(NAME))
                    .sorted()
                    .toList();
        }
    }
}
