package io.narrows.storage.version;

/**
 * Field tags of a {@link VersionEdit} (RocksDB's {@code version_edit.h}). They are part of the file format and must not
 * change.
 */
final class EditTag {
    static final int COMPARATOR = 1;
    static final int LOG_NUMBER = 2;
    static final int NEXT_FILE = 3;
    static final int LAST_SEQUENCE = 4;
    static final int COMPACT_CURSOR = 5;
    static final int DELETED_FILE = 6;
    static final int NEW_FILE_1 = 7;
    static final int PREVIOUS_LOG_NUMBER = 9;
    static final int MIN_LOG_TO_KEEP = 10;
    static final int NEW_FILE_2 = 100;
    static final int NEW_FILE_3 = 102;
    static final int NEW_FILE_4 = 103;
    static final int FAMILY = 200;
    static final int ADD_FAMILY = 201;
    static final int DROP_FAMILY = 202;
    static final int MAX_FAMILY = 203;
    static final int GROUP = 300;
    static final int BLOB_FILE = 400;
    static final int BLOB_GARBAGE = 401;
    static final int DATABASE_ID = 8193;
    static final int OLD_BLOB_FILE = 8194;
    static final int OLD_BLOB_GARBAGE = 8195;
    static final int OLD_LOG_ADDITION = 8196;
    static final int OLD_LOG_DELETION = 8197;
    static final int FULL_HISTORY_TIMESTAMP = 8198;
    static final int LOG_ADDITION = 8199;
    static final int LOG_DELETION = 8200;
    static final int TIMESTAMPS_PERSISTED = 8201;

    /**
     * Only this engine writes it: a log's number, and the last sequence number in the logs before it. {@link #LOG_ADDITION}
     * would also say that the log must exist, but RocksDB 11.8 crashes with a segmentation fault on it unless configured to
     * track logs.
     */
    static final int LOG_BEGUN = 8192 + 500;

    /** Only this engine writes it: a log's number, and the number of its bytes that are on disk. */
    static final int LOG_SYNCED = 8192 + 501;

    /** Only this engine writes it: number of edits in the initial snapshot of a MANIFEST, this one included. */
    static final int SNAPSHOT_EDITS = 8192 + 502;

    /** Bit of tags that a reader may skip if it does not know them; the body is length-prefixed. */
    static final int IGNORABLE = 0x2000;

    /** Field tags of a file added by {@link #NEW_FILE_4}; each body is length-prefixed. */
    static final class OfFile {
        static final int END = 1;
        static final int MIN_LOG_TO_KEEP = 3;
        static final int OLDEST_BLOB_FILE = 4;
        static final int OLDEST_ANCESTOR_TIME = 5;
        static final int CREATION_TIME = 6;
        static final int MIN_TIMESTAMP = 10;
        static final int MAX_TIMESTAMP = 11;
        static final int EPOCH = 13;
        static final int TAIL_SIZE = 15;
        static final int TIMESTAMPS_PERSISTED = 16;
        static final int PATH = 65;

        /** Bit of tags for which a reader must reject the file if it does not know them. */
        static final int NOT_IGNORABLE = 0x40;

        private OfFile() {}
    }

    private EditTag() {}
}
