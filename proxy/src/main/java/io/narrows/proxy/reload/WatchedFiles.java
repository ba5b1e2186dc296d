package io.narrows.proxy.reload;

import io.narrows.config.TlsFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * Notices that what stands in files is not what stood there before. Contents are compared, not times or names: an editor
 * that writes a new file, and a Kubernetes volume that swaps a symbolic link, are seen alike.
 */
final class WatchedFiles {
    private final Path config;
    private List<Path> files = List.of();
    private String seen = "";

    WatchedFiles(Path config) {
        this.config = config;
    }

    /** Remembers the present contents of the configuration and of the files that it names. */
    void remember(Optional<TlsFiles> tls) {
        List<Path> all = new ArrayList<>(List.of(config));
        tls.ifPresent(named -> all.addAll(List.of(named.cert(), named.key(), named.ca())));
        files = all;
        seen = contents();
    }

    /** Whether anything differs from what was remembered last. */
    boolean changed() {
        return !contents().equals(seen);
    }

    private String contents() {
        StringBuilder sums = new StringBuilder();
        for (Path file : files) {
            try {
                byte[] bytes = Files.readAllBytes(file);
                CRC32C crc = new CRC32C();
                crc.update(bytes);
                sums.append(bytes.length).append(':').append(crc.getValue()).append(' ');
            } catch (IOException e) {
                sums.append("unreadable ");
            }
        }
        return sums.toString();
    }
}
