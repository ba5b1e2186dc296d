package io.narrows.config;

import io.narrows.config.yaml.Words;
import io.narrows.config.yaml.YamlValue;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Reads paths of files that must exist.
 *
 * @param folder base of relative paths
 * @param expected description of such a file, for error messages
 */
record ReadableFiles(Path folder, String expected) {
    /** Returns the path, or reports why the file cannot be read. */
    Optional<Path> read(YamlValue value) {
        return value.text(expected).flatMap(text -> {
            Optional<Path> path = path(text);
            Optional<String> wrong = path.map(ReadableFiles::wrong).orElse(Optional.of("is not a valid path"));
            wrong.ifPresent(what -> value.wrong(value.what() + " file " + Words.quote(text) + " " + what, expected));
            return path.filter(file -> wrong.isEmpty());
        });
    }

    /** Parses a path and resolves it against the folder; empty if the text is not a path. */
    Optional<Path> path(String text) {
        try {
            return Optional.of(folder.resolve(text)).filter(path -> !text.isEmpty());
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }

    private static Optional<String> wrong(Path file) {
        if (!Files.exists(file)) {
            return Optional.of("does not exist (looked for " + file + ")");
        }
        if (!Files.isRegularFile(file)) {
            return Optional.of("is not a regular file");
        }
        return Files.isReadable(file) ? Optional.empty() : Optional.of("cannot be read");
    }
}
