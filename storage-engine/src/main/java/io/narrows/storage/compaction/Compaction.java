package io.narrows.storage.compaction;

import io.narrows.codec.CodecSpec;
import io.narrows.storage.version.FileMetadata;
import io.narrows.storage.version.Version;
import java.util.List;
import java.util.stream.Stream;

/**
 * Files that are to be merged into a level. While it is under way all of its files are busy, and no other one may take any
 * of them.
 *
 * @param version from which it was picked
 * @param outputLevel the one below the input level, the base level if that is level 0, or the same one, whose files are then
 *     written anew
 * @param inputs of the input level
 * @param nextInputs of the output level, if that is another one
 * @param grandparents files of the level below the output level that overlap it
 * @param bottommost whether no level below the output level has files that overlap it
 * @param trivialMove whether the one file of the inputs, or each of them, goes to the output level as it is
 * @param compression of the files to be written
 * @param targetFileSize bytes at which one of them ends
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
    /** Why files are compacted. */
    public enum Reason {
        /** Level 0 has too many files, or too large ones. */
        LEVEL_0,
        /** A level is larger than its target, or not needed any more. */
        LEVEL_SIZE,
        /** Somebody asked for it. */
        MANUAL,
        /** Files are not as they would be written today. */
        MIGRATION
    }

    /** The files that it takes, of both levels. */
    public List<FileMetadata> files() {
        return Stream.concat(inputs.stream(), nextInputs.stream()).toList();
    }

    /** Bytes of all its files. */
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
