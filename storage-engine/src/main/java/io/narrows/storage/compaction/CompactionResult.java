package io.narrows.storage.compaction;

import io.narrows.storage.version.FileMetadata;
import io.narrows.storage.version.VersionEdit;
import java.util.List;

/**
 * What a compaction has done. It takes effect when the edit is in the MANIFEST; if it never is, the outputs are garbage.
 *
 * @param edit takes the inputs away and adds the outputs; numbers of the database are for its owner to add
 * @param outputs new files; none when files were only moved
 * @param bytesRead of the input files, 0 when they were only moved
 * @param bytesWritten of the output files
 * @param entriesRead range deletions not included, as in all counts
 * @param entriesWritten the rest of them was dropped
 * @param micros from begin to end
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
