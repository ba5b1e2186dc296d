package io.narrows.terminal.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * Detects whether a stream of this process goes to systemd's journal. systemd names the device and inode of that stream in
 * {@code JOURNAL_STREAM}, which children inherit even if their streams are redirected (systemd.exec(5)).
 */
final class JournalStream {
    private static final Path STANDARD_ERROR = Path.of("/proc/self/fd/2");

    private JournalStream() {}

    static boolean isStandardError(Map<String, String> environment) {
        return is(environment.getOrDefault("JOURNAL_STREAM", ""), STANDARD_ERROR);
    }

    /** @param stream device and inode, as numbers separated by a colon */
    static boolean is(String stream, Path file) {
        if (stream.isEmpty()) {
            return false;
        }
        try {
            Map<String, Object> found = Files.readAttributes(file, "unix:dev,ino");
            return stream.equals(found.get("dev") + ":" + found.get("ino"));
        } catch (IOException | UnsupportedOperationException e) {
            return false;
        }
    }
}
