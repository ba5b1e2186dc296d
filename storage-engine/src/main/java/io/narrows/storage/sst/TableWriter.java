package io.narrows.storage.sst;

import io.narrows.codec.CodecSpec;
import io.narrows.codec.Codecs;
import io.narrows.storage.ColumnFamily;
import io.narrows.storage.EntryType;
import io.narrows.storage.InternalKey;
import io.narrows.storage.RangeTombstone;
import io.narrows.storage.Slice;
import io.narrows.storage.sst.block.BlockBuilder;
import io.narrows.storage.sst.block.BlockLimit;
import io.narrows.storage.sst.compress.BlockCompressor;
import io.narrows.storage.sst.compress.CompressionAttempts;
import io.narrows.storage.sst.compress.CompressionType;
import io.narrows.storage.sst.filter.BloomFilterBuilder;
import io.narrows.storage.sst.parallel.CompressionPool;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Writes one file, from entries in the order of {@linkplain InternalKey internal keys}. The file gets its name only when it
 * is {@linkplain #finish finished}: complete, and forced to disk. Not thread-safe; threads of a pool may help to compress,
 * which does not change the content of the file.
 */
public final class TableWriter implements AutoCloseable {
    private static final int ROOM_BEYOND_BLOCK = 1 << 10;

    /** Maximum size of key and value in bytes: not all codecs could compress and read a larger block. */
    private static final int MAX_ENTRY = 1 << 28;

    private final TableOptions options;
    private final CodecSpec compression;
    private final Codecs codecs;
    private final Optional<CompressionPool> pool;
    private final TableSink sink;
    private final int context;
    private final BlockLimit blockLimit;
    private final BlockBuilder data;
    private final IndexBuilder index = new IndexBuilder();
    private final RangeDeleteBlock rangeDeletes = new RangeDeleteBlock();
    private final TableTally tally = new TableTally();
    private final CompressionAttempts attempts = new CompressionAttempts();

    /** Null without a filter. */
    private final @Nullable BloomFilterBuilder filter;

    /** Set only while blocks are held back for a dictionary. */
    private @Nullable DictionarySampler sampler;

    private byte[] dictionary = {};

    private Optional<ColumnFamily> family = Optional.empty();
    private final Map<String, Long> described = new TreeMap<>();

    /** Set once it is known how blocks are compressed. */
    private @Nullable BlockStage stage;

    private @Nullable BlockPipeline pipeline;
    private byte[] key = new byte[64];
    private boolean hasEntries;
    private boolean closed;

    /** True during a step that must complete, and forever if it does not: the file would lack entries. */
    private boolean broken;

    private TableWriter(
            Path file, TableSink sink, TableOptions options, Codecs codecs, Optional<CompressionPool> pool) {
        this.options = options;
        this.compression = codecs.resolve(options.compression());
        this.codecs = codecs;
        this.pool = pool;
        this.context = FormatVersion.hasContextChecksums(options.formatVersion()) ? contextOf(file) : 0;
        this.blockLimit = BlockLimit.of(options.blockSize(), options.blockSizeDeviation());
        this.data = new BlockBuilder(
                options.keyEncoding().encoder(), options.restartInterval(), options.blockSize() + ROOM_BEYOND_BLOCK);
        this.filter =
                options.bloomMillibitsPerKey() == 0 ? null : new BloomFilterBuilder(options.bloomMillibitsPerKey());
        this.sampler = options.maxDictBytes() > 0 && compression.codec().usesDictionaries()
                ? new DictionarySampler(compression, options.maxDictBytes(), options.zstdMaxTrainBytes())
                : null;
        this.sink = sink;
        if (sampler == null) {
            begin(BlockCompressor.of(compression, codecs));
        }
    }

    /** Creates a writer that uses only the caller's thread. An existing file is replaced on finish. */
    public static TableWriter create(Path file, TableOptions options, Codecs codecs) throws IOException {
        return create(file, options, codecs, Optional.empty());
    }

    /** Creates a writer that the threads of a pool help as far as they have time. */
    public static TableWriter create(Path file, TableOptions options, Codecs codecs, CompressionPool pool)
            throws IOException {
        return create(file, options, codecs, Optional.of(pool));
    }

    private static TableWriter create(Path file, TableOptions options, Codecs codecs, Optional<CompressionPool> pool)
            throws IOException {
        TableSink sink = new TableSink(file);
        try {
            return new TableWriter(file, sink, options, codecs, pool);
        } catch (RuntimeException | Error e) {
            sink.close();
            throw e;
        }
    }

    /** Returns the base of the checksum contexts, which detect a block of another file: a hash of the name, never zero. */
    private static int contextOf(Path file) {
        CRC32C name = new CRC32C();
        name.update(file.getFileName().toString().getBytes(StandardCharsets.UTF_8));
        return (int) name.getValue() | 1;
    }

    /**
     * Appends a key with its value, without a sequence number.
     *
     * @throws IllegalArgumentException if the key is not greater than the previous one; the writer remains usable
     */
    public void put(Slice userKey, Slice value) throws IOException {
        add(
                userKey.array(),
                userKey.offset(),
                userKey.length(),
                0,
                EntryType.PUT,
                value.array(),
                value.offset(),
                value.length());
    }

    /** Appends an entry; see {@link #add(byte[], int, int, long, EntryType, byte[], int, int)}. */
    public void add(Slice userKey, long sequence, EntryType type, Slice value) throws IOException {
        add(
                userKey.array(),
                userKey.offset(),
                userKey.length(),
                sequence,
                type,
                value.array(),
                value.offset(),
                value.length());
    }

    /**
     * Appends an entry. The arrays are copied.
     *
     * @throws IllegalArgumentException if it does not sort after the previous one, is not allowed in a file for ingestion,
     *     or has more than 2^28 bytes; the writer remains usable
     * @throws IndexOutOfBoundsException if key or value are not within their arrays; the writer remains usable
     * @throws IOException if the file cannot be written; the writer can then only be closed
     * @throws IllegalStateException if the writer is finished or closed, or has failed before
     */
    public void add(
            byte[] userKey,
            int keyOffset,
            int keyLength,
            long sequence,
            EntryType type,
            byte[] value,
            int valueOffset,
            int valueLength)
            throws IOException {
        checkUsable();
        checkRanges(userKey, keyOffset, keyLength, value, valueOffset, valueLength);
        int length = setKey(userKey, keyOffset, keyLength, InternalKey.trailer(sequence, type));
        checkOrder(length, sequence, type);
        broken = true;
        if (!data.isEmpty() && blockLimit.endsBefore(data, length, valueLength)) {
            index.addKey(data.lastKey(), data.lastKeyLength(), userKey, keyOffset, keyLength);
            cut();
        }
        data.add(key, 0, length, value, valueOffset, valueLength);
        hasEntries = true;
        if (filter != null) {
            filter.add(userKey, keyOffset, keyLength);
        }
        tally.add(type, sequence, length, valueLength);
        broken = false;
    }

    /**
     * Deletes a range of keys; may be called at any time, in any order. The bytes are copied.
     *
     * @throws IllegalArgumentException if {@code begin} is not less than {@code end}, or the sequence number is out of range
     *     or not allowed in a file for ingestion; the writer remains usable
     * @throws IllegalStateException if the writer is finished or closed, or has failed before
     */
    public void deleteRange(Slice begin, Slice end, long sequence) {
        checkUsable();
        InternalKey.checkSequence(sequence);
        if (begin.compareTo(end) >= 0) {
            throw new IllegalArgumentException("range from " + begin + " to " + end + " (expected: ascending)");
        }
        if (options.ingestion() && sequence != 0) {
            throw notForIngestion(sequence);
        }
        rangeDeletes.add(new RangeTombstone(begin, end, sequence));
    }

    /** Records the family in the file's properties, as in a file of a database. */
    public void belongTo(ColumnFamily itsFamily) {
        family = Optional.of(itsFamily);
    }

    /**
     * Adds a property of an application.
     *
     * @throws IllegalArgumentException if the name begins with {@code rocksdb.}
     */
    public void describe(String name, long value) {
        described.put(PropertyNames.checkApplication(name), value);
    }

    /**
     * Returns the internal key of the last entry, a view valid until the next one is appended.
     *
     * @throws IllegalStateException if there is none
     */
    public Slice lastKey() {
        if (!hasEntries) {
            throw new IllegalStateException("a file without entries");
        }
        return new Slice(data.lastKey(), 0, data.lastKeyLength());
    }

    /** Returns the number of entries, range deletions included. */
    public long entries() {
        return tally.pointEntries() + rangeDeletes.count();
    }

    /** Returns the size of the file so far in bytes, without blocks still being compressed. Exact once finished. */
    public long fileSize() {
        return sink.position();
    }

    /**
     * Completes the file and renames it to its final name.
     *
     * @throws IllegalStateException if it has no entries, is finished or closed already, or has failed before
     * @throws IOException if the file cannot be written; the writer can then only be closed
     */
    public TableProperties finish() throws IOException {
        checkUsable();
        if (entries() == 0) {
            throw new IllegalStateException("a file without entries");
        }
        broken = true;
        if (!data.isEmpty()) {
            index.addLastKey(data.lastKey(), data.lastKeyLength());
            cut();
        }
        if (sampler != null) {
            useDictionary(sampler);
        }
        pipeline().drain();
        rangeDeletes.addTo(tally);
        TableTail tail = new TableTail(options, compression, context, sink);
        family.ifPresent(tail::describeFamily);
        described.forEach(tail::describe);
        TableProperties properties;
        try (BlockCompressor ofIndex = BlockCompressor.of(compression, codecs)) {
            properties =
                    tail.write(ofIndex, filter, index, dictionary, rangeDeletes, Objects.requireNonNull(stage), tally);
        }
        sink.finish();
        broken = false;
        close();
        return properties;
    }

    /** Closes the writer and deletes an unfinished file. */
    @Override
    public void close() throws IOException {
        closed = true;
        try (sink) {
            if (pipeline != null) {
                pipeline.close(); // after this no thread compresses
            }
            if (stage != null) {
                stage.close();
            }
        }
    }

    private static void checkRanges(
            byte[] userKey, int keyOffset, int keyLength, byte[] value, int valueOffset, int valueLength) {
        Objects.checkFromIndexSize(keyOffset, keyLength, userKey.length);
        Objects.checkFromIndexSize(valueOffset, valueLength, value.length);
        if ((long) keyLength + valueLength > MAX_ENTRY) {
            throw new IllegalArgumentException("an entry with a key of " + keyLength + " bytes and a value of "
                    + valueLength + " (expected: at most " + MAX_ENTRY + " together)");
        }
    }

    private int setKey(byte[] userKey, int offset, int length, long trailer) {
        int needed = length + InternalKey.TRAILER;
        if (needed > key.length) {
            key = new byte[needed + (needed >> 1)];
        }
        System.arraycopy(userKey, offset, key, 0, length);
        InternalKey.putTrailer(key, length, trailer);
        return needed;
    }

    private void checkOrder(int length, long sequence, EntryType type) {
        if (type == EntryType.RANGE_DELETE) {
            throw new IllegalArgumentException("a range deletion added as an entry (expected: deleteRange)");
        }
        if (hasEntries && InternalKey.compare(data.lastKey(), 0, data.lastKeyLength(), key, 0, length) >= 0) {
            throw new IllegalArgumentException(
                    "key " + hex(key, length) + " after " + hex(data.lastKey(), data.lastKeyLength())
                            + " (expected: ascending user keys, newest entry of a key first)");
        }
        if (options.ingestion()) {
            checkIngestion(length, sequence);
        }
    }

    private void checkIngestion(int length, long sequence) {
        if (sequence != 0) {
            throw notForIngestion(sequence);
        }
        int userLength = length - InternalKey.TRAILER;
        int lastUserLength = data.lastKeyLength() - InternalKey.TRAILER;
        if (hasEntries && Arrays.equals(key, 0, userLength, data.lastKey(), 0, lastUserLength)) {
            throw new IllegalArgumentException("key " + hex(key, length) + " occurs twice in a file for ingestion");
        }
    }

    private static IllegalArgumentException notForIngestion(long sequence) {
        return new IllegalArgumentException("sequence number " + sequence + " in a file for ingestion (expected: 0)");
    }

    private static String hex(byte[] internalKey, int length) {
        return new Slice(internalKey, 0, length - InternalKey.TRAILER) + " @ "
                + InternalKey.sequence(InternalKey.trailerBefore(internalKey, length));
    }

    private void checkUsable() {
        if (closed) {
            throw new IllegalStateException("the writer is closed");
        }
        if (broken) {
            throw new IllegalStateException("the writer has failed and can only be closed");
        }
    }

    private void cut() throws IOException {
        int length = data.finish();
        DictionarySampler collecting = sampler;
        if (collecting == null) {
            pipeline().add(data, length);
            return;
        }
        collecting.add(data.array(), length);
        data.clear();
        if (collecting.isFull()) {
            useDictionary(collecting);
        }
    }

    private void useDictionary(DictionarySampler kept) throws IOException {
        sampler = null;
        dictionary = kept.dictionary();
        begin(BlockCompressor.of(compression, codecs, dictionary));
        for (byte[] block : kept.blocks()) {
            pipeline().add(block);
        }
    }

    private BlockPipeline pipeline() {
        return Objects.requireNonNull(pipeline);
    }

    private void begin(BlockCompressor compressor) {
        stage = new BlockStage(compressor, options.checksum(), context, sink, index, attempts);
        boolean compresses = compressor.type() != CompressionType.NONE;
        pipeline = new BlockPipeline(stage, attempts, compresses, pool, options.blockSize() + ROOM_BEYOND_BLOCK);
    }
}
