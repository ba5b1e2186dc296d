package io.narrows.storage.version;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Builds a version from a series of edits, sorted once at the end. */
final class VersionBuilder {
    private final Version base;

    /** The files of each level by number; null if unchanged from the base. */
    private final List<@Nullable Map<Long, FileMetadata>> changed = new ArrayList<>();

    /** The level of each file. */
    private final Map<Long, Integer> places = new HashMap<>();

    VersionBuilder(Version base) {
        this.base = base;
        for (int level = 0; level < Version.LEVELS; level++) {
            changed.add(null);
            for (FileMetadata file : base.level(level)) {
                places.put(file.number(), level);
            }
        }
    }

    /** @throws InconsistentVersionException if the edit does not fit; the builder is then unusable */
    VersionBuilder apply(VersionEdit edit) throws InconsistentVersionException {
        for (VersionEdit.DeletedFile deleted : edit.deletedFiles()) {
            delete(deleted.level(), deleted.number());
        }
        for (VersionEdit.AddedFile added : edit.addedFiles()) {
            add(added.level(), added.file());
        }
        return this;
    }

    private void delete(int level, long number) throws InconsistentVersionException {
        checkLevel(level, number);
        if (!places.remove(number, level)) {
            throw new InconsistentVersionException(
                    "level " + level + ": file " + number + " is deleted, but does not exist");
        }
        files(level).remove(number);
    }

    private void add(int level, FileMetadata file) throws InconsistentVersionException {
        checkLevel(level, file.number());
        Integer place = places.putIfAbsent(file.number(), level);
        if (place != null) {
            throw new InconsistentVersionException(
                    "level " + level + ": file " + file.number() + " is added, but is on level " + place);
        }
        files(level).put(file.number(), file);
    }

    private static void checkLevel(int level, long number) throws InconsistentVersionException {
        if (level < 0 || level >= Version.LEVELS) {
            throw new InconsistentVersionException(
                    "level " + level + ": file " + number + " (expected: levels 0-" + (Version.LEVELS - 1) + ")");
        }
    }

    private Map<Long, FileMetadata> files(int level) {
        Map<Long, FileMetadata> files = changed.get(level);
        if (files == null) {
            files = new HashMap<>();
            for (FileMetadata file : base.level(level)) {
                files.put(file.number(), file);
            }
            changed.set(level, files);
        }
        return files;
    }

    Version build() {
        List<List<FileMetadata>> levels = new ArrayList<>();
        for (int level = 0; level < Version.LEVELS; level++) {
            Map<Long, FileMetadata> files = changed.get(level);
            levels.add(files == null ? base.level(level) : sorted(level, files.values()));
        }
        return new Version(levels);
    }

    private static List<FileMetadata> sorted(int level, Collection<FileMetadata> files) {
        return files.stream()
                .sorted(level == 0 ? Version.NEWEST_FIRST : Version.BY_KEY)
                .toList();
    }
}
