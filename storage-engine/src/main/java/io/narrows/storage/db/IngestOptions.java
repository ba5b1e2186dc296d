package io.narrows.storage.db;

/**
 * How files are ingested.
 *
 * @param moveFiles whether files become the database's by a hard link instead of a copy, and lose their own names once they are
 *     ingested, as with RocksDB's {@code IngestExternalFileOptions.move_files}. It takes no room and nearly no time. Nobody may
 *     write to such a file, by whatever name, from then on. Files that cannot be linked (another disk, a symbolic link) are
 *     copied, and lose their names as well
 */
public record IngestOptions(boolean moveFiles) {
    /** Files are copied, and stay as they are. */
    public static final IngestOptions DEFAULT = new IngestOptions(false);

    /** Files are moved into the database. */
    public static final IngestOptions MOVE = new IngestOptions(true);
}
