package io.narrows.storage.compaction;

import io.narrows.storage.version.FileMetadata;
import io.narrows.storage.version.VersionEdit;
import java.util.List;

/**
 * The result of a compaction. It takes effect once the edit is in the MANIFEST; otherwise the outputs are garbage.
 *
 * @param edit removes the inputs and adds the outputs; the caller must add the numbers that concern the whole database
 * @param outputs new files; empty if files were only moved
 * @param bytesRead size of the input files, 0 if they were only moved
 * @param bytesWritten size of the output files
 * @param entriesRead excluding range deletions, as in all counts
 * @param entriesWritten all other entries were dropped
 * @param micros duration in microseconds
 */
public record CompactionResult(
        VersionEdit edit,
        List<FileMetadata> outputs,
        long bytesRead,
        long bytesWritten,
        long entriesRead,
        long entriesWritten,
        long micros) {
    public long entriesDropped() {
        return entriesRead - entriesWritten;
    }
}
