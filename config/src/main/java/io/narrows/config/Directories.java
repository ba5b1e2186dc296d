package io.narrows.config;

import io.narrows.config.yaml.Words;
import io.narrows.config.yaml.YamlValue;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Reads paths of directories that are created if they do not exist.
 *
 * @param folder base of relative paths
 */
record Directories(Path folder) {
    /** Returns the path; reports one that is not a directory's. */
    Optional<Path> read(YamlValue value) {
        String expected = "a directory path; the directory is created if it does not exist";
        return value.text(expected).flatMap(text -> {
            Optional<Path> path = path(text);
            if (path.isEmpty()) {
                value.wrong(Words.quote(text) + " is not a path", expected);
            } else if (Files.exists(path.get()) && !Files.isDirectory(path.get())) {
                value.wrong(value.what() + " " + Words.quote(text) + " is not a directory", expected);
            }
            return path;
        });
    }

    private Optional<Path> path(String text) {
        try {
            return Optional.of(folder.resolve(text)).filter(path -> !text.isEmpty());
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }
}
