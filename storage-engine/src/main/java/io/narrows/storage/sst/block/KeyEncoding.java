package io.narrows.storage.sst.block;

/**
 * How the keys of data blocks are written. The ids are those of YugabyteDB's property of a file and must not change
 * ({@code rocksdb.block.based.table.data.block.key.value.encoding.format}); a file without the property has shared
 * prefixes, as all other blocks of all files have.
 */
public enum KeyEncoding {
    /** RocksDB's: a key is written from where it differs from the one before it. */
    SHARED_PREFIX(1),

    /** YugabyteDB's: up to three parts of a key are left out. RocksDB cannot read it. */
    THREE_SHARED_PARTS(2);

    private final int id;

    KeyEncoding(int id) {
        this.id = id;
    }

    public int id() {
        return id;
    }

    /** An encoder for one thread. */
    public EntryEncoder encoder() {
        return this == SHARED_PREFIX ? SharedPrefixEncoder.INSTANCE : new ThreeSharedPartsEncoder();
    }

    /** A decoder for one thread. */
    public EntryDecoder decoder() {
        return this == SHARED_PREFIX ? SharedPrefixDecoder.INSTANCE : new ThreeSharedPartsDecoder();
    }

    /** @throws IllegalArgumentException when no encoding has that id */
    public static KeyEncoding ofId(int id) {
        for (KeyEncoding encoding : values()) {
            if (encoding.id == id) {
                return encoding;
            }
        }
        throw new IllegalArgumentException("unknown encoding of keys: " + id);
    }
}
