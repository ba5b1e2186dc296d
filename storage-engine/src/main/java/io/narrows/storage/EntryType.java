package io.narrows.storage;

/** The type of an entry. The ids are part of the file format and must not change (RocksDB's {@code ValueType}). */
public enum EntryType {
    DELETE(0x0),
    PUT(0x1),
    MERGE(0x2),
    SINGLE_DELETE(0x7),
    RANGE_DELETE(0xf),
    BLOB_INDEX(0x11),
    WIDE_COLUMNS(0x16);

    private static final EntryType[] BY_ID = new EntryType[0x100];

    static {
        for (EntryType type : values()) {
            BY_ID[type.id] = type;
        }
    }

    private final int id;

    EntryType(int id) {
        this.id = id;
    }

    public int id() {
        return id;
    }

    /**
     * Returns the type with an id, 0 to 255.
     *
     * @throws IllegalArgumentException if no type has that id
     */
    public static EntryType ofId(int id) {
        EntryType type = BY_ID[id & 0xff];
        if (type == null) {
            throw new IllegalArgumentException("unknown entry type: " + id);
        }
        return type;
    }
}
