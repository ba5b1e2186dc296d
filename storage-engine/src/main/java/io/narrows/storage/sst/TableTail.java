package io.narrows.storage.sst;

import io.narrows.codec.CodecSpec;
import io.narrows.storage.ColumnFamily;
import io.narrows.storage.sst.block.KeyEncoding;
import io.narrows.storage.sst.checksum.ChecksumContext;
import io.narrows.storage.sst.compress.BlockCompressor;
import io.narrows.storage.sst.compress.CompressionType;
import io.narrows.storage.sst.filter.BloomFilterBuilder;
import java.io.IOException;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Writes the part after the data blocks: filter, index, dictionary, range deletions, properties, metaindex, footer. */
final class TableTail {
    private static final int EXTERNAL_VERSION = 2;
    private static final int BINARY_SEARCH = 0;

    private final TableOptions options;
    private final CodecSpec compression;
    private final int context;
    private final TableSink sink;
    private final PropertiesBuilder properties = new PropertiesBuilder();

    /** Positions of the blocks in the file by name. */
    private final Map<String, byte[]> metaindex = new TreeMap<>();

    private final Set<CompressionType> types = EnumSet.noneOf(CompressionType.class);

    /** @param compression the codec actually used for blocks, which may be a substitute for the one in the options */
    TableTail(TableOptions options, CodecSpec compression, int context, TableSink sink) {
        this.options = options;
        this.compression = compression;
        this.context = context;
        this.sink = sink;
    }

    void describeFamily(ColumnFamily family) {
        properties
                .number(PropertyNames.COLUMN_FAMILY_ID, family.id())
                .text(PropertyNames.COLUMN_FAMILY_NAME, family.name());
    }

    void describe(String name, long value) {
        properties.number(name, value);
    }

    /** @param filter null for none */
    TableProperties write(
            BlockCompressor indexCompressor,
            @Nullable BloomFilterBuilder filter,
            IndexBuilder index,
            byte[] dictionary,
            RangeDeleteBlock rangeDeletes,
            BlockStage data,
            TableTally tally)
            throws IOException {
        types.addAll(data.types());
        describeData(data, index, tally);
        if (filter != null && tally.pointEntries() > 0) {
            writeFilter(filter);
        }
        BlockHandle indexHandle = writeIndex(index, indexCompressor);
        if (dictionary.length > 0) {
            register(PropertyNames.DICTIONARY_BLOCK, writeRaw(dictionary));
        }
        if (!rangeDeletes.isEmpty()) {
            register(PropertyNames.RANGE_DELETE_BLOCK, writeRaw(rangeDeletes.encode()));
        }
        properties.text(
                PropertyNames.COMPRESSION, CompressionName.of(options, CompressionType.of(compression.codec()), types));
        register(PropertyNames.PROPERTIES_BLOCK, writeRaw(properties.block()));
        writeEnd(indexHandle);
        return properties.build();
    }

    private void describeData(BlockStage data, IndexBuilder index, TableTally tally) {
        tally.describe(properties);
        properties
                .text(PropertyNames.COMPARATOR, PropertyNames.BYTEWISE)
                .text(PropertyNames.COMPRESSION_OPTIONS, compressionOptions())
                .number(PropertyNames.DATA_SIZE, sink.position())
                .number(PropertyNames.TAIL_START, sink.position())
                .number(PropertyNames.NUM_DATA_BLOCKS, index.blocks())
                .number(PropertyNames.NUM_BLOCKS_REJECTED, data.rejected())
                .number(PropertyNames.NUM_BLOCKS_BYPASSED, data.bypassed())
                .number(PropertyNames.FILTER_SIZE, 0)
                .text(PropertyNames.WHOLE_KEY_FILTERING, "1")
                .text(PropertyNames.PREFIX_FILTERING, "0")
                .fixed32(PropertyNames.INDEX_TYPE, BINARY_SEARCH)
                .number(PropertyNames.INDEX_KEY_IS_USER_KEY, index.hasUserKeys() ? 1 : 0)
                .number(PropertyNames.INDEX_VALUE_IS_DELTA_ENCODED, 1);
        if (options.keyEncoding() != KeyEncoding.SHARED_PREFIX) {
            properties.bytes(
                    PropertyNames.KEY_ENCODING,
                    new byte[] {(byte) options.keyEncoding().id()});
        }
        if (options.ingestion()) {
            properties
                    .fixed32(PropertyNames.EXTERNAL_VERSION, EXTERNAL_VERSION)
                    .fixed64(PropertyNames.EXTERNAL_SEQUENCE, 0);
        }
    }

    private String compressionOptions() {
        return "level=" + compression.level() + "; max_dict_bytes=" + options.maxDictBytes() + "; zstd_max_train_bytes="
                + options.zstdMaxTrainBytes() + "; ";
    }

    private void writeFilter(BloomFilterBuilder filter) throws IOException {
        int keys = filter.keys();
        byte[] block = filter.finish();
        properties
                .text(PropertyNames.FILTER_POLICY, "bloomfilter")
                .number(PropertyNames.NUM_FILTER_ENTRIES, keys)
                .number(PropertyNames.FILTER_SIZE, block.length);
        register(PropertyNames.FULL_FILTER, writeRaw(block));
    }

    private BlockHandle writeIndex(IndexBuilder index, BlockCompressor compressor) throws IOException {
        GrowingBytes plain = index.finish();
        byte[] coded = new byte[compressor.room(plain.length()) + BlockTrailer.LENGTH];
        int length = compressor.compress(plain.array(), plain.length(), coded);
        BlockHandle handle;
        if (length == BlockCompressor.REJECTED) {
            handle = writeRaw(Arrays.copyOf(plain.array(), plain.length()));
        } else {
            types.add(compressor.type());
            handle = write(coded, length, compressor.type());
        }
        properties.number(PropertyNames.INDEX_SIZE, handle.size() + BlockTrailer.LENGTH);
        return handle;
    }

    private void writeEnd(BlockHandle index) throws IOException {
        boolean named = FormatVersion.hasContextChecksums(options.formatVersion());
        if (named) {
            register(PropertyNames.INDEX_BLOCK, index);
        }
        BlockHandle handle = writeRaw(MetaBlock.encode(metaindex, 1));
        Footer footer = new Footer(
                options.checksum(),
                options.formatVersion(),
                handle,
                named ? Optional.empty() : Optional.of(index),
                context);
        byte[] bytes = footer.encode(sink.position());
        sink.write(bytes, 0, bytes.length);
    }

    private void register(String name, BlockHandle handle) {
        byte[] bytes = new byte[handle.length()];
        handle.put(bytes, 0);
        metaindex.put(name, bytes);
    }

    private BlockHandle writeRaw(byte[] block) throws IOException {
        return write(Arrays.copyOf(block, block.length + BlockTrailer.LENGTH), block.length, CompressionType.NONE);
    }

    /** @param block with room for the trailer */
    private BlockHandle write(byte[] block, int length, CompressionType type) throws IOException {
        long offset = sink.position();
        byte id = (byte) type.id();
        int checksum = options.checksum().of(block, 0, length, id) + ChecksumContext.modifier(context, offset);
        BlockTrailer.put(block, length, id, checksum);
        sink.write(block, 0, length + BlockTrailer.LENGTH);
        return new BlockHandle(offset, length);
    }
}
