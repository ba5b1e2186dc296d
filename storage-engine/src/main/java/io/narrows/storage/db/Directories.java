package io.narrows.storage.db;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** What the names in a directory need to survive a loss of power. */
final class Directories {
    private Directories() {}

    static void sync(Path directory) throws IOException {
        try (FileChannel folder = FileChannel.open(directory, StandardOpenOption.READ)) {
            folder.force(true);
        }
    }
}
