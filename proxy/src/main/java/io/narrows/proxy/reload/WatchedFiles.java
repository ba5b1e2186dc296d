package io.narrows.proxy.reload;

import io.narrows.config.TlsFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * Notices that what stands in files is not what stood there before. Contents are compared, not times or names: an editor
 * that writes a new file, and a Kubernetes volume that swaps a symbolic link, are seen alike.
 *
 * <p>Each file is to be remembered before it is read for use. What changes between the two is used at once and noticed once
 * more; the other way round it would be used never.
 */
final class WatchedFiles {
    private final Path config;
    private final Map<Path, String> seen = new HashMap<>();

    WatchedFiles(Path config) {
        this.config = config;
    }

    /** Remembers the present contents of the configuration and of these files, and forgets all others. */
    void remember(Optional<TlsFiles> tls) {
        seen.clear();
        seen.put(config, contents(config));
        add(tls);
    }

    /** Remembers the present contents of these files too, as far as they were not watched. */
    void add(Optional<TlsFiles> tls) {
        tls.ifPresent(named -> List.of(named.cert(), named.key(), named.ca())
                .forEach(file -> seen.computeIfAbsent(file, WatchedFiles::contents)));
    }

    /** Whether anything differs from what was remembered last. */
    boolean changed() {
        return seen.entrySet().stream().anyMatch(file -> !file.getValue().equals(contents(file.getKey())));
    }

    private static String contents(Path file) {
        try {
            byte[] bytes = Files.readAllBytes(file);
            CRC32C crc = new CRC32C();
            crc.update(bytes);
            return bytes.length + ":" + crc.getValue();
        } catch (IOException e) {
            return "unreadable";
        }
    }
}
