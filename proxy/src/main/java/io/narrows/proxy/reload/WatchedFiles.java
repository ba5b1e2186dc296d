package io.narrows.proxy.reload;

import io.narrows.config.watch.WatchedFile;
import io.narrows.config.watch.WatchedFile.Look;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Watches the configuration file and its certificates. Compares contents rather than times or names, so that an
 * editor's new file and a Kubernetes volume's swapped symbolic link are both detected. A change counts once it is
 * complete in all files.
 *
 * <p>Each file must be remembered before it is read for use. A change between the two steps is used immediately and
 * then detected again; in the opposite order, it would never be used.
 */
final class WatchedFiles {
    private final Path config;
    private final Map<Path, WatchedFile> files = new HashMap<>();

    WatchedFiles(Path config) {
        this.config = config;
    }

    /** Remembers the current contents of the configuration and of these files, and forgets all others. */
    void remember(Set<Path> certificates) {
        files.clear();
        files.put(config, new WatchedFile(config));
        add(certificates);
    }

    /**
     * Considers the last check's contents of the configuration and of these certificates to be in use; stops watching
     * all others.
     */
    void use(Set<Path> certificates) {
        files.keySet().removeIf(file -> !file.equals(config) && !certificates.contains(file));
        files.values().forEach(WatchedFile::use);
        add(certificates);
    }

    /** Also remembers the current contents of these files, unless they are watched already. */
    void add(Set<Path> certificates) {
        files.computeIfAbsent(config, WatchedFile::new);
        certificates.forEach(file -> files.computeIfAbsent(file, WatchedFile::new));
    }

    /** Checks all files for changes. */
    Look look() {
        Set<Look> found = files.values().stream().map(WatchedFile::look).collect(Collectors.toSet());
        if (found.contains(Look.CHANGING)) {
            return Look.CHANGING;
        }
        return found.contains(Look.CHANGED) ? Look.CHANGED : Look.SAME;
    }

    /** Returns whether all files still have the contents in use. */
    boolean unchanged() {
        return files.values().stream().allMatch(WatchedFile::unchanged);
    }
}
