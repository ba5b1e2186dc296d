package io.narrows.storage.db;

import io.narrows.storage.version.DbState;
import io.narrows.storage.version.FamilyState;
import io.narrows.storage.version.FileMetadata;
import io.narrows.storage.version.FileNames;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The numbered files of a directory.
 *
 * @param logs numbers of the logs
 * @param highestNumber highest number in any file name, 0 if there is none
 */
record DirectoryFiles(NavigableSet<Long> logs, long highestNumber) {
    static DirectoryFiles list(Path directory) throws IOException {
        NavigableSet<Long> logs = new TreeSet<>();
        long highest = 0;
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
            for (Path file : files) {
                Optional<FileNames.Parsed> parsed =
                        FileNames.parse(file.getFileName().toString());
                if (parsed.isEmpty()) {
                    continue;
                }
                highest = Math.max(highest, parsed.get().number());
                if (parsed.get().kind() == FileNames.Kind.LOG) {
                    logs.add(parsed.get().number());
                }
            }
        }
        return new DirectoryFiles(logs, highest);
    }

    /** Deletes the database's files that its state no longer needs; files with other names stay. */
    static void deleteObsolete(Path directory, DbState state, long firstLog) throws IOException {
        Set<Long> live = new HashSet<>();
        for (FamilyState family : state.families().values()) {
            for (int level = 0; level < family.version().levels(); level++) {
                for (FileMetadata file : family.version().level(level)) {
                    live.add(file.number());
                }
            }
        }
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
            for (Path file : files) {
                Optional<FileNames.Parsed> parsed =
                        FileNames.parse(file.getFileName().toString());
                if (parsed.isPresent() && isObsolete(parsed.get(), live, state.manifestNumber(), firstLog)) {
                    Files.deleteIfExists(file);
                }
            }
        }
    }

    private static boolean isObsolete(FileNames.Parsed file, Set<Long> live, long manifest, long firstLog) {
        return switch (file.kind()) {
            case TABLE -> !live.contains(file.number());
            case LOG -> file.number() < firstLog;
            case MANIFEST -> file.number() < manifest;
            case TEMPORARY -> true;
            default -> false;
        };
    }
}
