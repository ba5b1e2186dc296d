package io.narrows.storage.db.crash;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The files of a directory, one of which an exception must name. */
record NamedFiles(List<String> names) {
    static NamedFiles within(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return new NamedFiles(
                    files.map(file -> file.getFileName().toString()).toList());
        }
    }

    boolean areNamedBy(Throwable refusal) {
        return names.stream().anyMatch(name -> message(refusal).contains(name));
    }

    /** Returns the exception's message with those of its causes. */
    static String message(Throwable refusal) {
        return Stream.iterate(Optional.of(refusal), Optional::isPresent, cause -> cause.map(Throwable::getCause))
                .map(cause -> String.valueOf(cause.orElseThrow().getMessage()))
                .reduce("", (all, one) -> all + "\n" + one);
    }
}
