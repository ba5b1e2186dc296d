package io.narrows.storage.sst.block;

/**
 * The encoding of keys in data blocks. The ids are those of YugabyteDB's file property and must not change
 * ({@code rocksdb.block.based.table.data.block.key.value.encoding.format}); a file without the property has shared prefixes,
 * as all other kinds of blocks always have.
 */
public enum KeyEncoding {
    /** RocksDB's encoding: a key omits the prefix that it shares with the previous one. */
    SHARED_PREFIX(1),

    /** YugabyteDB's encoding, which omits up to three parts of a key. RocksDB cannot read it. */
    THREE_SHARED_PARTS(2);

    private final int id;

    KeyEncoding(int id) {
        this.id = id;
    }

    public int id() {
        return id;
    }

    /** Returns an encoder, which is not thread-safe. */
    public EntryEncoder encoder() {
        return this == SHARED_PREFIX ? SharedPrefixEncoder.INSTANCE : new ThreeSharedPartsEncoder();
    }

    /** Returns a decoder, which is not thread-safe. */
    public EntryDecoder decoder() {
        return this == SHARED_PREFIX ? SharedPrefixDecoder.INSTANCE : new ThreeSharedPartsDecoder();
    }

    /** @throws IllegalArgumentException if no encoding has that id */
    public static KeyEncoding ofId(int id) {
        for (KeyEncoding encoding : values()) {
            if (encoding.id == id) {
                return encoding;
            }
        }
        throw new IllegalArgumentException("unknown key encoding: " + id);
    }
}
