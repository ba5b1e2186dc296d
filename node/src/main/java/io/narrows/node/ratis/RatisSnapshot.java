package io.narrows.node.ratis;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** A checkpoint of the database, in a directory named after its last entry. */
record RatisSnapshot(Path directory, long term, long index) {
    private static final String NAME = "\\d+_\\d+";
    private static final String DIGEST_SUFFIX = ".md5";

    static boolean isSnapshot(Path directory) {
        return directory.getFileName().toString().matches(NAME);
    }

    static RatisSnapshot of(Path directory) {
        String[] numbers = directory.getFileName().toString().split("_", 2);
        return new RatisSnapshot(directory, Long.parseLong(numbers[0]), Long.parseLong(numbers[1]));
    }

    /** Returns the files of the database. */
    List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> !file.getFileName().toString().endsWith(DIGEST_SUFFIX))
                    .sorted()
                    .toList();
        }
    }
}
