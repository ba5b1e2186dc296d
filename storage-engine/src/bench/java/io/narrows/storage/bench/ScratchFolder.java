package io.narrows.storage.bench;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A new folder that is deleted with all that is in it. */
public record ScratchFolder(Path path) implements Closeable {
    /** @param prefix of its name */
    public static ScratchFolder in(Path parent, String prefix) throws IOException {
        return new ScratchFolder(Files.createTempDirectory(parent, prefix));
    }

    /** Where the system has such folders. */
    public static ScratchFolder temporary(String prefix) throws IOException {
        return in(Path.of(System.getProperty("java.io.tmpdir")), prefix);
    }

    @Override
    public void close() throws IOException {
        List<Path> all;
        try (Stream<Path> found = Files.walk(path)) {
            all = found.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path each : all) {
            Files.delete(each);
        }
    }
}
