package io.narrows.storage.sst.block;

/**
 * How the keys of data blocks are written. The ids are those of YugabyteDB's property of a file and must not change
 * ({@code rocksdb.block.based.table.data.block.key.value.encoding.format}); a file without the property has shared
 * prefixes, as all other blocks of all files have.
 */
public enum KeyEncoding {
    /** RocksDB's: a key is written from where it differs from the one before it. */
    SHARED_PREFIX(1, new SharedPrefixEncoder(), new SharedPrefixDecoder());

    private final int id;
    private final EntryEncoder encoder;
    private final EntryDecoder decoder;

    KeyEncoding(int id, EntryEncoder encoder, EntryDecoder decoder) {
        this.id = id;
        this.encoder = encoder;
        this.decoder = decoder;
    }

    public int id() {
        return id;
    }

    public EntryEncoder encoder() {
        return encoder;
    }

    public EntryDecoder decoder() {
        return decoder;
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
