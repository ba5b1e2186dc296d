package io.narrows.proxy.reload;

import io.narrows.config.TlsFiles;
import io.narrows.config.watch.WatchedFile;
import io.narrows.config.watch.WatchedFile.Look;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The configuration and the certificates that it names, as they stand in files. Contents are compared, not times or names: an editor
 * that writes a new file, and a Kubernetes volume that swaps a symbolic link, are seen alike. A change counts when it is complete in
 * all of them.
 *
 * <p>Each file is to be remembered before it is read for use. What changes between the two is used at once and noticed once
 * more; the other way round it would be used never.
 */
final class WatchedFiles {
    private final Path config;
    private final Map<Path, WatchedFile> files = new HashMap<>();

    WatchedFiles(Path config) {
        this.config = config;
    }

    /** Remembers the present contents of the configuration and of these files, and forgets all others. */
    void remember(Optional<TlsFiles> tls) {
        files.clear();
        files.put(config, new WatchedFile(config));
        add(tls);
    }

    /** Remembers the contents that the last look has seen of the configuration and of these files, and forgets all others. */
    void use(Optional<TlsFiles> tls) {
        files.keySet().retainAll(all(tls));
        files.values().forEach(WatchedFile::use);
        add(tls);
    }

    /** Remembers the present contents of these files too, as far as they were not watched. */
    void add(Optional<TlsFiles> tls) {
        all(tls).forEach(file -> files.computeIfAbsent(file, WatchedFile::new));
    }

    /** Looks at all files. */
    Look look() {
        Set<Look> found = files.values().stream().map(WatchedFile::look).collect(Collectors.toSet());
        if (found.contains(Look.CHANGING)) {
            return Look.CHANGING;
        }
        return found.contains(Look.CHANGED) ? Look.CHANGED : Look.SAME;
    }

    /** Whether all files still have the contents that were remembered. */
    boolean unchanged() {
        return files.values().stream().allMatch(WatchedFile::unchanged);
    }

    private Set<Path> all(Optional<TlsFiles> tls) {
        Set<Path> all = tls.stream()
                .flatMap(named -> List.of(named.cert(), named.key(), named.ca()).stream())
                .collect(Collectors.toSet());
        all.add(config);
        return all;
    }
}
