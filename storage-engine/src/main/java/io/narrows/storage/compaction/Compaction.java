package io.narrows.storage.compaction;

import io.narrows.codec.CodecSpec;
import io.narrows.storage.version.FileMetadata;
import io.narrows.storage.version.Version;
import java.util.List;
import java.util.stream.Stream;

/**
 * Files to be merged into a level. While it runs all its files are busy, and no other compaction may take any of them.
 *
 * @param version the version from which it was picked
 * @param outputLevel the level below the input level, or the base level if that is level 0, or the input level itself, whose
 *     files are then rewritten
 * @param inputs files of the input level
 * @param nextInputs files of the output level, if it differs from the input level
 * @param grandparents files of the level below the output level that overlap it
 * @param bottommost whether no level below the output level has files that overlap it
 * @param trivialMove whether all inputs move to the output level unchanged
 * @param compression codec of the output files
 * @param targetFileSize size in bytes at which an output file ends
 */
public record Compaction(
        Version version,
        int inputLevel,
        int outputLevel,
        List<FileMetadata> inputs,
        List<FileMetadata> nextInputs,
        List<FileMetadata> grandparents,
        boolean bottommost,
        boolean trivialMove,
        CodecSpec compression,
        long targetFileSize,
        Reason reason) {
    /** The reason for a compaction. */
    public enum Reason {
        /** Level 0 has too many files, or too large ones. */
        LEVEL_0,
        /** A level exceeds its target, or is no longer needed. */
        LEVEL_SIZE,
        /** A user requested it. */
        MANUAL,
        /** A compaction filter would drop most of a file, or of those beneath. */
        FILTER,
        /** Files differ from how they would be written with the current options. */
        MIGRATION
    }

    /** Returns the input files of both levels. */
    public List<FileMetadata> files() {
        return Stream.concat(inputs.stream(), nextInputs.stream()).toList();
    }

    /** Returns the total size of its files in bytes. */
    public long inputBytes() {
        return bytes(inputs) + bytes(nextInputs);
    }

    static long bytes(List<FileMetadata> files) {
        return files.stream().mapToLong(FileMetadata::size).sum();
    }

    @Override
    public String toString() {
        return "Compaction[" + reason + ", " + inputs.size() + " files of level " + inputLevel + ", "
                + nextInputs.size() + " of level " + outputLevel + ", " + inputBytes() + " bytes"
                + (trivialMove ? ", moved" : "") + "]";
    }
}
