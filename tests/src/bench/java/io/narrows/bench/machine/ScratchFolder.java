package io.narrows.bench.machine;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A new folder that is deleted on close with all its content. */
public record ScratchFolder(Path path) implements Closeable {
    /** @param prefix prefix of its name */
    public static ScratchFolder in(Path parent, String prefix) throws IOException {
        return new ScratchFolder(Files.createTempDirectory(parent, prefix));
    }

    /** Creates a folder in the system's directory for temporary files. */
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
