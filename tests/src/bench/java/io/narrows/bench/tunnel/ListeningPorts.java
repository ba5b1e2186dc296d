package io.narrows.bench.tunnel;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Detects listeners without dialing them, since a test connection would be carried to the other end and counted. */
final class ListeningPorts {
    private static final String LISTEN = "0A"; // TCP_LISTEN in /proc/net/tcp
    private static final int HEX = 16;

    private ListeningPorts() {}

    static boolean contains(int port) throws IOException {
        for (String table : List.of("/proc/net/tcp", "/proc/net/tcp6")) {
            if (Files.isReadable(Path.of(table)) && contains(port, Files.readAllLines(Path.of(table)))) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether a line of the table, {@code sl local_address rem_address st ...}, listens on that port. */
    static boolean contains(int port, List<String> table) {
        return table.stream()
                .skip(1)
                .map(line -> line.strip().split("\\s+"))
                .anyMatch(fields -> fields[3].equals(LISTEN)
                        && Integer.parseInt(fields[1].substring(fields[1].indexOf(':') + 1), HEX) == port);
    }
}
