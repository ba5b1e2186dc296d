package io.narrows.storage.version;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/**
 * Checks the invariants of a version before it is written or used. RocksDB 9.6 to 11.8 does not reject a MANIFEST that
 * breaks these rules: it opens the family empty and deletes its files. So an invalid one must never be written.
 */
public final class VersionCheck {
    private VersionCheck() {}

    /**
     * Checks that each file's keys and sequence numbers are in order, that no sequence number exceeds the last one, that
     * files of levels 1 to 6 are disjoint, and that overlapping files of level 0 have different epochs.
     *
     * @throws InconsistentVersionException naming the family, the level and the file
     */
    public static void check(String family, Version version, long lastSequence) throws InconsistentVersionException {
        for (int level = 0; level < Version.LEVELS; level++) {
            List<FileMetadata> files = version.level(level);
            for (FileMetadata file : files) {
                checkFile(place(family, level, file), file, lastSequence);
            }
            if (level > 0) {
                checkDisjoint(family, level, files);
            }
        }
        checkEpochs(family, version.level(0));
    }

    private static void checkFile(String place, FileMetadata file, long lastSequence)
            throws InconsistentVersionException {
        if (Version.compare(file.smallest(), file.largest()) > 0) {
            throw new InconsistentVersionException(
                    place + ": its smallest key " + file.smallest() + " comes after its largest " + file.largest());
        }
        if (file.smallestSequence() > file.largestSequence()) {
            throw new InconsistentVersionException(place + ": its smallest sequence number " + file.smallestSequence()
                    + " is above its largest " + file.largestSequence());
        }
        if (file.largestSequence() > lastSequence) {
            throw new InconsistentVersionException(place + ": its largest sequence number " + file.largestSequence()
                    + " exceeds the database's last one, " + lastSequence);
        }
    }

    private static void checkDisjoint(String family, int level, List<FileMetadata> files)
            throws InconsistentVersionException {
        for (int i = 1; i < files.size(); i++) {
            FileMetadata before = files.get(i - 1);
            FileMetadata file = files.get(i);
            if (Version.compare(before.largest(), file.smallest()) >= 0) {
                throw new InconsistentVersionException(place(family, level, file) + ": its smallest key "
                        + file.smallest() + " does not come after " + before.largest() + ", the largest of file "
                        + before.number());
            }
        }
    }

    /** Checks that files with the same epoch do not overlap, because neither of them is the newer one. */
    private static void checkEpochs(String family, List<FileMetadata> newestFirst) throws InconsistentVersionException {
        for (int i = 0; i < newestFirst.size(); i++) {
            FileMetadata file = newestFirst.get(i);
            for (int j = i + 1; j < newestFirst.size() && newestFirst.get(j).epoch() == file.epoch(); j++) {
                FileMetadata other = newestFirst.get(j);
                if (overlap(file, other)) {
                    throw new InconsistentVersionException(place(family, 0, file) + ": it overlaps file "
                            + other.number() + ", which has the same epoch " + file.epoch());
                }
            }
        }
    }

    private static boolean overlap(FileMetadata a, FileMetadata b) {
        return !a.endsBefore(b.smallestUserKey()) && !b.endsBefore(a.smallestUserKey());
    }

    private static String place(String family, int level, FileMetadata file) {
        return "family " + family + ": level " + level + ": file " + file.number();
    }

    /**
     * Checks that all live files exist with the right sizes.
     *
     * @throws CorruptDirectoryException naming the file
     */
    public static void checkFiles(Path directory, DbState state) throws IOException {
        for (FamilyState family : state.families().values()) {
            for (int level = 0; level < Version.LEVELS; level++) {
                for (FileMetadata file : family.version().level(level)) {
                    checkOnDisk(directory, place(family.name(), level, file), file);
                }
            }
        }
    }

    private static void checkOnDisk(Path directory, String place, FileMetadata file) throws IOException {
        Path path = FileNames.existingTable(directory, file.number());
        try {
            long size = Files.size(path);
            if (size != file.size()) {
                throw new CorruptDirectoryException(
                        path,
                        Math.min(size, file.size()),
                        "the file has " + size + " bytes (expected: " + file.size() + ", " + place + ")");
            }
        } catch (NoSuchFileException e) {
            throw new CorruptDirectoryException(path, 0, "the file is missing (expected: " + place + ")", e);
        }
    }
}
