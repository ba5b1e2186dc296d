package io.narrows.storage.db;

/**
 * Options of an ingestion.
 *
 * @param moveFiles whether to hard-link files into the database instead of copying them and remove their original names
 *     after ingestion, like RocksDB's {@code IngestExternalFileOptions.move_files}. This takes no space and almost no time.
 *     Such a file must not be modified afterward, under any name. Files that cannot be linked (another disk, a symbolic
 *     link) are copied, and their original names are removed as well
 */
public record IngestOptions(boolean moveFiles) {
    /** Copies the files and leaves the originals alone. */
    public static final IngestOptions DEFAULT = new IngestOptions(false);

    /** Moves the files into the database. */
    public static final IngestOptions MOVE = new IngestOptions(true);
}
