package io.narrows.terminal.output;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** Files that appear as a whole or not at all: written under a temporary name beside the target, synced, then renamed. */
public final class WholeFile {
    private WholeFile() {}

    /** Writes a file, replacing an existing one only once the new one is complete and on disk. */
    public static void write(Path target, String content) throws IOException {
        Path temporary = target.resolveSibling(
                "." + target.getFileName() + "." + ProcessHandle.current().pid() + ".tmp");
        Files.createFile(temporary); // fails if it is another process's, which is then left alone
        try {
            Files.writeString(temporary, content, StandardCharsets.UTF_8);
            try (FileChannel channel = FileChannel.open(temporary, StandardOpenOption.WRITE)) {
                channel.force(true);
            }
            Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(temporary);
        }
    }
}
