package io.narrows.cli.node;

import io.narrows.config.HostPort;
import io.narrows.config.StoreMember;
import io.narrows.config.StoreMembers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * Writes the names of a store's members for {@code -Djdk.net.hosts.file}: the member's own name resolves to the store,
 * the others to the captures of the sidecar next to it.
 */
final class HostsFile {
    private static final String NAME = "hosts";
    private static final String HEAD =
            "# Names that the store resolves. Rewritten when the store starts and when its members change.\n";

    private final Path file;

    /** @param directory existing directory of the store */
    HostsFile(Path directory) {
        this.file = directory.resolve(NAME).toAbsolutePath();
    }

    Path path() {
        return file;
    }

    /** Replaces the file atomically. */
    void write(StoreMembers members) throws IOException {
        Path next = file.resolveSibling(NAME + ".new");
        Files.writeString(next, text(members));
        Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
    }

    static String text(StoreMembers members) {
        StringBuilder text = new StringBuilder(HEAD).append("127.0.0.1 localhost\n");
        for (StoreMember member : members.all()) {
            text.append(ip(member.via()))
                    .append(' ')
                    .append(member.address().host())
                    .append('\n');
        }
        return text.toString();
    }

    /** Returns the IP address, since the file cannot have names on its left side. */
    static String ip(HostPort address) {
        return address.host().equals("localhost") ? "127.0.0.1" : address.host();
    }
}
