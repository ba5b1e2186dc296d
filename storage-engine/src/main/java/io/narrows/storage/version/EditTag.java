package io.narrows.storage.version;

/** The fields of a {@link VersionEdit} (RocksDB's {@code version_edit.h}). They are part of the file format and must not change. */
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
     * Of this engine only: a log's number, and the last sequence number in the logs before it. {@link #LOG_ADDITION} would
     * say that the log must be there too, but RocksDB 11.8 ends with a segmentation fault when it finds one while it is not
     * told to keep track of logs.
     */
    static final int LOG_BEGUN = 8192 + 500;

    /** Of this engine only: a log's number, and how many of its bytes are on disk. */
    static final int LOG_SYNCED = 8192 + 501;

    /** Of this engine only: how many edits, this one included, a MANIFEST begins with that were written as one. */
    static final int SNAPSHOT_EDITS = 8192 + 502;

    /** A reader that does not know a field with this bit may skip it: bytes behind their length follow. */
    static final int IGNORABLE = 0x2000;

    /** The fields of a file that {@link #NEW_FILE_4} adds; each is bytes behind their length. */
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

        /** A reader that does not know a field with this bit must refuse the file. */
        static final int NOT_IGNORABLE = 0x40;

        private OfFile() {}
    }

    private EditTag() {}
}
