package io.narrows.bench.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Measures bytes on disk in folders whose files come and go. */
final class FileSizes {
    private FileSizes() {}

    /** Returns the size of the files with a name ending, in all folders below; 0 if the folder does not exist. */
    static long below(Path folder, String ending) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(ending) && Files.isRegularFile(file))
                    .mapToLong(FileSizes::of)
                    .sum();
        } catch (NoSuchFileException e) {
            return 0;
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private static long of(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            return 0; // deleted in the meantime
        }
    }
}
