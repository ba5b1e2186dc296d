package io.narrows.storage.sst;

/** Names that are part of the file format (RocksDB's {@code table_properties.cc}, {@code block_based_table_factory.cc}). */
final class PropertyNames {
    static final String COLUMN_FAMILY_ID = "rocksdb.column.family.id";
    static final String COLUMN_FAMILY_NAME = "rocksdb.column.family.name";
    static final String COMPARATOR = "rocksdb.comparator";
    static final String COMPRESSION = "rocksdb.compression";
    static final String COMPRESSION_OPTIONS = "rocksdb.compression_options";
    static final String DATA_SIZE = "rocksdb.data.size";
    static final String DELETED_KEYS = "rocksdb.deleted.keys";
    static final String FILTER_POLICY = "rocksdb.filter.policy";
    static final String FILTER_SIZE = "rocksdb.filter.size";
    static final String INDEX_KEY_IS_USER_KEY = "rocksdb.index.key.is.user.key";
    static final String INDEX_SIZE = "rocksdb.index.size";
    static final String INDEX_TYPE = "rocksdb.block.based.table.index.type";
    static final String INDEX_VALUE_IS_DELTA_ENCODED = "rocksdb.index.value.is.delta.encoded";
    static final String LARGEST_SEQUENCE = "rocksdb.key.largest.seqno";
    static final String MERGE_OPERANDS = "rocksdb.merge.operands";
    static final String NUM_DATA_BLOCKS = "rocksdb.num.data.blocks";
    static final String NUM_BLOCKS_BYPASSED = "rocksdb.num.data.blocks.compression.bypassed";
    static final String NUM_BLOCKS_REJECTED = "rocksdb.num.data.blocks.compression.rejected";
    static final String NUM_ENTRIES = "rocksdb.num.entries";
    static final String NUM_FILTER_ENTRIES = "rocksdb.num.filter_entries";
    static final String NUM_RANGE_DELETIONS = "rocksdb.num.range-deletions";
    static final String PREFIX_FILTERING = "rocksdb.block.based.table.prefix.filtering";
    static final String RAW_KEY_SIZE = "rocksdb.raw.key.size";
    static final String RAW_VALUE_SIZE = "rocksdb.raw.value.size";
    static final String SMALLEST_SEQUENCE = "rocksdb.key.smallest.seqno";
    static final String TAIL_START = "rocksdb.tail.start.offset";
    static final String WHOLE_KEY_FILTERING = "rocksdb.block.based.table.whole.key.filtering";

    /** In files made for ingestion, fixed32: 2. */
    static final String EXTERNAL_VERSION = "rocksdb.external_sst_file.version";

    /** In files made for ingestion, fixed64: the sequence number of all entries, once assigned. */
    static final String EXTERNAL_SEQUENCE = "rocksdb.external_sst_file.global_seqno";

    /** A property of YugabyteDB, one byte: an id of {@code KeyEncoding}. */
    static final String KEY_ENCODING = "rocksdb.block.based.table.data.block.key.value.encoding.format";

    /** The only supported key order. */
    static final String BYTEWISE = "leveldb.BytewiseComparator";

    // names of blocks in the metaindex
    static final String FULL_FILTER = "fullfilter.rocksdb.BuiltinBloomFilter";
    static final String DICTIONARY_BLOCK = "rocksdb.compression_dict";
    static final String INDEX_BLOCK = "rocksdb.index";
    static final String PROPERTIES_BLOCK = "rocksdb.properties";
    static final String RANGE_DELETE_BLOCK = "rocksdb.range_del";

    /** Prefix of all names except those that applications choose. */
    private static final String OWN = "rocksdb.";

    /** Prefix of options of this table format; booleans are the texts 1 and 0. */
    private static final String OWN_OPTIONS = "rocksdb.block.based.table.";

    /** Prefix of the properties that the bundled store adds. */
    private static final String STORE = "narrows.";

    private PropertyNames() {}

    /** Returns the name of a property of an application. */
    static String checkApplication(String name) {
        if (name.startsWith(OWN)) {
            throw new IllegalArgumentException(
                    "property " + name + " (expected: a name that does not begin with " + OWN + ")");
        }
        return name;
    }

    static boolean mayBeVarint(String name) {
        return name.startsWith(STORE) || name.startsWith(OWN) && !name.startsWith(OWN_OPTIONS);
    }
}
