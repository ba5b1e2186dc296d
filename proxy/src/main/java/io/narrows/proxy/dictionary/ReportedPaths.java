package io.narrows.proxy.dictionary;

import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;

/**
 * Paths that were reported, so that each is reported once. Once there are many, deleted ones are forgotten: a program may write files with
 * ever new names. Used by one thread at a time.
 */
final class ReportedPaths {
    /** Deleted paths that are kept: a file that is deleted and written again all the time is reported once. */
    static final int KEPT = 100;

    private final Set<Path> paths = new HashSet<>();

    /** The size at which deleted paths are forgotten; twice that of the last time, so that paths are rarely looked up. */
    private int most = KEPT;

    /** Returns whether the path was not reported before. */
    boolean add(Path path) {
        boolean isNew = paths.add(path);
        if (paths.size() > most) {
            paths.removeIf(reported -> Files.notExists(reported, LinkOption.NOFOLLOW_LINKS));
            most = Math.max(KEPT, 2 * paths.size());
        }
        return isNew;
    }

    int size() {
        return paths.size();
    }
}
