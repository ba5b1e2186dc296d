package io.narrows.storage.sst;

import io.narrows.storage.RangeTombstone;
import io.narrows.storage.Slice;
import io.narrows.storage.sst.block.KeyEncoding;
import io.narrows.storage.sst.block.MalformedBlockException;
import io.narrows.storage.sst.filter.Filter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The parts of a file that are read when it is opened: everything except its data blocks. */
final class TableMeta {
    private static final int PARTITIONED = 2;
    private static final int WITH_FIRST_KEYS = 3;

    private final TableFile file;
    private final BlockReader reader;
    private final Map<String, byte[]> blocks;
    private final TableProperties properties;

    /**
     * Reads the metaindex and the properties.
     *
     * @throws CorruptTableException if one of them is damaged or missing
     * @throws UnsupportedTableException if the file has an unknown feature
     */
    TableMeta(TableFile file, BlockReader reader) throws IOException {
        this.file = file;
        this.reader = reader;
        BlockHandle metaindex = file.footer().metaindex();
        this.blocks = named(metaindex, BlockKind.METAINDEX);
        BlockHandle handle = handle(PropertyNames.PROPERTIES_BLOCK)
                .orElseThrow(() -> corrupt(metaindex, BlockKind.METAINDEX, "it contains no properties block"));
        this.properties = new TableProperties(named(handle, BlockKind.PROPERTIES));
        checkReadable(handle);
    }

    TableProperties properties() {
        return properties;
    }

    KeyEncoding keyEncoding() throws UnsupportedTableException {
        byte[] value = properties.raw().getOrDefault(PropertyNames.KEY_ENCODING, new byte[] {1});
        try {
            return KeyEncoding.ofId(value.length == 1 ? value[0] : -1);
        } catch (IllegalArgumentException e) {
            throw unsupported(file.footer().metaindex(), BlockKind.PROPERTIES, e.getMessage());
        }
    }

    Filter filter() throws IOException {
        Optional<BlockHandle> handle = handle(PropertyNames.FULL_FILTER);
        if (handle.isEmpty()
                || properties.text(PropertyNames.WHOLE_KEY_FILTERING).equals("0")) {
            return Filter.absent();
        }
        Slice block = reader.read(handle.get(), BlockKind.FILTER);
        return Filter.parse(block.array(), block.offset(), block.length());
    }

    /** Returns the filter's size in the file, which is nearly its size in memory; 0 if there is none. */
    long filterBytes() throws CorruptTableException {
        return handle(PropertyNames.FULL_FILTER).map(BlockHandle::size).orElse(0L);
    }

    /** Returns the dictionary; empty if there is none. */
    byte[] dictionary() throws IOException {
        Optional<BlockHandle> handle = handle(PropertyNames.DICTIONARY_BLOCK);
        return handle.isEmpty()
                ? new byte[0]
                : reader.read(handle.get(), BlockKind.DICTIONARY).toByteArray();
    }

    List<RangeTombstone> rangeTombstones() throws IOException {
        Optional<BlockHandle> handle = handle(PropertyNames.RANGE_DELETE_BLOCK);
        if (handle.isEmpty()) {
            return List.of();
        }
        Slice block = reader.read(handle.get(), BlockKind.RANGE_DELETE);
        try {
            return RangeDeleteBlock.decode(block.toByteArray(), block.length());
        } catch (MalformedBlockException e) {
            throw corrupt(handle.get(), BlockKind.RANGE_DELETE, e.getMessage());
        }
    }

    TableIndex index() throws IOException {
        BlockHandle handle = file.footer()
                .index()
                .or(this::namedIndex)
                .orElseThrow(
                        () -> corrupt(file.footer().metaindex(), BlockKind.METAINDEX, "it contains no index block"));
        int type = (int) properties.fixed32(PropertyNames.INDEX_TYPE).getAsLong();
        if (type < 0 || type > WITH_FIRST_KEYS) {
            throw unsupported(handle, BlockKind.INDEX, "index type " + type + " (expected: 0-3)");
        }
        // the buckets of a hash index only speed up a search, so they are ignored
        boolean firstKeys = type == WITH_FIRST_KEYS;
        boolean userKeys =
                properties.number(PropertyNames.INDEX_KEY_IS_USER_KEY).orElse(0) != 0;
        TableIndex index = new TableIndex(userKeys);
        if (type == PARTITIONED) {
            List<BlockHandle> partitions = new ArrayList<>();
            parse(handle, false, (key, length, partition) -> partitions.add(partition));
            for (BlockHandle partition : partitions) {
                parse(partition, false, index::add);
            }
        } else {
            parse(handle, firstKeys, index::add);
        }
        return index;
    }

    private void parse(BlockHandle handle, boolean firstKeys, IndexParser.Entries entries) throws IOException {
        boolean shortValues = FormatVersion.hasShortIndexValues(file.footer().formatVersion())
                && properties.number(PropertyNames.INDEX_VALUE_IS_DELTA_ENCODED).orElse(0) != 0;
        Slice block = reader.read(handle, BlockKind.INDEX);
        try {
            new IndexParser(shortValues, firstKeys).parse(block, entries);
        } catch (MalformedBlockException e) {
            throw corrupt(handle, BlockKind.INDEX, e.getMessage());
        }
    }

    private void checkReadable(BlockHandle handle) throws IOException {
        if (properties.fixed32(PropertyNames.INDEX_TYPE).isEmpty()) {
            throw corrupt(handle, BlockKind.PROPERTIES, "no property " + PropertyNames.INDEX_TYPE);
        }
        String comparator = properties.text(PropertyNames.COMPARATOR);
        if (!comparator.isEmpty() && !comparator.equals(PropertyNames.BYTEWISE)) {
            throw unsupported(
                    handle,
                    BlockKind.PROPERTIES,
                    "order of keys " + comparator + " (expected: " + PropertyNames.BYTEWISE + ")");
        }
        String compression = properties.compression();
        if (FormatVersion.listsCompressionTypes(file.footer().formatVersion())
                && !CompressionName.isReadable(compression)) {
            throw unsupported(handle, BlockKind.PROPERTIES, "compression " + compression + " is unknown");
        }
    }

    private Optional<BlockHandle> namedIndex() {
        return Optional.ofNullable(blocks.get(PropertyNames.INDEX_BLOCK)).flatMap(TableMeta::parsed);
    }

    private Optional<BlockHandle> handle(String name) throws CorruptTableException {
        byte[] value = blocks.get(name);
        if (value == null) {
            return Optional.empty();
        }
        Optional<BlockHandle> handle = parsed(value);
        if (handle.isEmpty()) {
            throw corrupt(file.footer().metaindex(), BlockKind.METAINDEX, "no block handle for " + name);
        }
        return handle;
    }

    private static Optional<BlockHandle> parsed(byte[] value) {
        try {
            return Optional.of(BlockHandle.get(value, 0, value.length));
        } catch (MalformedBlockException e) {
            return Optional.empty();
        }
    }

    private Map<String, byte[]> named(BlockHandle handle, BlockKind kind) throws IOException {
        Slice block = reader.read(handle, kind);
        try {
            return MetaBlock.decode(block.toByteArray(), block.length());
        } catch (MalformedBlockException e) {
            throw corrupt(handle, kind, e.getMessage());
        }
    }

    private CorruptTableException corrupt(BlockHandle handle, BlockKind kind, String problem) {
        return new CorruptTableException(file.path(), handle.offset(), kind, problem);
    }

    private UnsupportedTableException unsupported(BlockHandle handle, BlockKind kind, String problem) {
        return new UnsupportedTableException(file.path(), handle.offset(), kind, problem, null);
    }
}
