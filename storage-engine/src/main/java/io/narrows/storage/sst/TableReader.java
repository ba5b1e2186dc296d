package io.narrows.storage.sst;

import io.narrows.codec.Codecs;
import io.narrows.storage.Entry;
import io.narrows.storage.InternalKey;
import io.narrows.storage.RangeTombstone;
import io.narrows.storage.Slice;
import io.narrows.storage.sst.block.BlockCursor;
import io.narrows.storage.sst.block.KeyEncoding;
import io.narrows.storage.sst.block.MalformedBlockException;
import io.narrows.storage.sst.checksum.ChecksumType;
import io.narrows.storage.sst.filter.Filter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Reads one file, ours or RocksDB's, format versions 2 to 7. Index, filter, dictionary and range deletions are loaded
 * on opening; data blocks are read on demand, and every read is verified. Thread-safe. An interrupted thread continues
 * to read, as do the others, and remains interrupted. This requires reopening the file, which must therefore keep its
 * name while the reader is open.
 */
public final class TableReader implements AutoCloseable {
    private final TableFile file;
    private final TableProperties properties;
    private final TableIndex index;
    private final Filter filter;
    private final FilterTally tally;
    private final List<RangeTombstone> rangeTombstones;
    private final KeyEncoding encoding;
    private final SequenceRule sequences;
    private final DataBlocks blocks;
    private final IdleBlocks idle;

    private final long memoryBytes;

    private TableReader(TableFile file, Codecs codecs, FileCache cache, OptionalLong ingestedAt, FilterTally tally)
            throws IOException {
        this.file = file;
        this.tally = tally;
        try (BlockReader metaBlocks = new BlockReader(file, codecs)) {
            TableMeta meta = new TableMeta(file, metaBlocks);
            this.properties = meta.properties();
            this.index = meta.index();
            this.filter = meta.filter();
            this.memoryBytes = index.memoryBytes() + (filter == Filter.absent() ? 0 : meta.filterBytes());
            this.sequences = SequenceRule.of(properties, ingestedAt);
            this.rangeTombstones = sequences.of(meta.rangeTombstones());
            this.encoding = meta.keyEncoding();
            this.blocks = new DataBlocks(file, index, new BlockReader(file, codecs, meta.dictionary()), cache);
        }
        this.idle = new IdleBlocks(encoding);
    }

    /**
     * Opens a file.
     *
     * @param cache shared by all files that are opened with it
     * @throws CorruptTableException if the file is damaged, or not an SST file
     * @throws UnsupportedTableException if it has an unknown feature, or a codec that cannot be loaded
     */
    public static TableReader open(Path path, Codecs codecs, BlockCache cache) throws IOException {
        return open(path, codecs, cache, OptionalLong.empty());
    }

    /**
     * Opens a file of a database.
     *
     * @param ingestedAt the sequence number of all its entries, if it was ingested; other files have their own
     */
    public static TableReader open(Path path, Codecs codecs, BlockCache cache, OptionalLong ingestedAt)
            throws IOException {
        return open(path, codecs, cache.newFile(), ingestedAt, new FilterTally());
    }

    /**
     * Opens a file of a database.
     *
     * @param cache the file's share of the cache, from this or an earlier reader
     * @param ingestedAt the sequence number of all its entries, if it was ingested; other files have their own
     * @param tally counts filter results of all files that are opened with it; files without a filter are not counted
     */
    public static TableReader open(
            Path path, Codecs codecs, FileCache cache, OptionalLong ingestedAt, FilterTally tally) throws IOException {
        TableFile file = TableFile.open(path);
        try {
            return new TableReader(file, codecs, cache, ingestedAt, tally);
        } catch (IOException | RuntimeException | Error e) {
            file.close();
            throw e;
        }
    }

    public TableProperties properties() {
        return properties;
    }

    /** Returns the format version, 2 to 7. */
    public int formatVersion() {
        return file.footer().formatVersion();
    }

    public ChecksumType checksum() {
        return file.footer().checksum();
    }

    public KeyEncoding keyEncoding() {
        return encoding;
    }

    /** Returns the size of the file in bytes. */
    public long fileSize() {
        return file.size();
    }

    /** Returns the bytes of index and filter, which are in memory while the reader is open. */
    public long memoryBytes() {
        return memoryBytes;
    }

    /** Returns the file's range deletions by begin. {@link #get} and iterators ignore them. */
    public List<RangeTombstone> rangeTombstones() {
        return rangeTombstones;
    }

    /** Returns the newest entry of a user key, which may be a deletion. */
    public Optional<Entry> get(Slice userKey) throws IOException {
        return get(userKey, InternalKey.MAX_SEQUENCE);
    }

    /**
     * Returns the newest entry of a user key up to a sequence number.
     *
     * @throws IllegalArgumentException if the sequence number is not within 0 to {@link InternalKey#MAX_SEQUENCE}
     */
    public Optional<Entry> get(Slice userKey, long atSequence) throws IOException {
        InternalKey.checkSequence(atSequence);
        if (sequences.hidesAll(atSequence)) {
            return Optional.empty();
        }
        if (filter == Filter.absent()) {
            return find(userKey, atSequence);
        }
        if (!filter.mayContain(userKey.array(), userKey.offset(), userKey.length())) {
            tally.rejected();
            return Optional.empty();
        }
        Optional<Entry> entry = find(userKey, atSequence);
        tally.passed(entry.isPresent());
        return entry;
    }

    private Optional<Entry> find(Slice userKey, long atSequence) throws IOException {
        DataBlock block = idle.take();
        try {
            return find(block, userKey, sequences.lookFor(atSequence));
        } finally {
            idle.giveBack(block);
        }
    }

    private Optional<Entry> find(DataBlock block, Slice userKey, long atSequence) throws IOException {
        int length = block.aimAt(userKey, atSequence << 8 | 0xff);
        int first = index.find(block.target, 0, length);
        BlockCursor cursor = block.cursor;
        // the next block matters only if the first one ends with newer entries of the same key
        for (int number = first; number < Math.min(first + 2, blocks.count()); number++) {
            blocks.load(block, number);
            seek(block, length);
            if (cursor.isValid()) {
                return cursor.userKey().equals(userKey) ? Optional.of(entry(block)) : Optional.empty();
            }
        }
        return Optional.empty();
    }

    private void seek(DataBlock block, int length) throws CorruptTableException {
        try {
            block.cursor.seek(block.target, 0, length);
        } catch (MalformedBlockException e) {
            throw blocks.corrupt(block.number, e);
        }
    }

    private Entry entry(DataBlock block) throws UnsupportedTableException {
        long trailer = block.cursor.trailer();
        return new Entry(
                blocks.type(block, trailer),
                sequences.of(InternalKey.sequence(trailer)),
                Slice.of(block.cursor.value().toByteArray()));
    }

    /** Returns an iterator, which is not thread-safe and must not be used after the reader is closed. */
    public TableIterator iterator() {
        return iterator(() -> {});
    }

    /** @param onClose run once, when the iterator is closed */
    public TableIterator iterator(Runnable onClose) {
        return new TableIterator(blocks, index, encoding, sequences, onClose);
    }

    /** Lists the data blocks; reads all of them. */
    public List<BlockSummary> dataBlocks() throws IOException {
        List<BlockSummary> summaries = new ArrayList<>();
        for (int number = 0; number < blocks.count(); number++) {
            summaries.add(blocks.summary(number));
        }
        return summaries;
    }

    /** Returns the uncompressed content of a data block of this file in a new array. */
    public byte[] plain(BlockSummary block) throws IOException {
        return blocks.plain(new BlockHandle(block.offset(), block.storedSize()));
    }

    /**
     * Verifies the whole file: every checksum, the order of keys, that index and filter contain each key, and the
     * counts in the properties.
     *
     * @throws CorruptTableException at the first problem
     */
    public void verify() throws IOException {
        verify(damage -> {
            throw damage;
        });
    }

    /**
     * Verifies the whole file, and continues after a damaged block; in that case the counts are not verified.
     *
     * @param inspector receives each damaged block, and may stop the verification by throwing an exception
     */
    public void verify(Inspector inspector) throws IOException {
        new TableVerification(file, blocks, index, filter, encoding, inspector).run(properties, rangeTombstones.size());
    }

    /** Receives the problems of a file. */
    @FunctionalInterface
    public interface Inspector {
        void damaged(CorruptTableException damage) throws IOException;
    }

    /** Closes the file and releases native memory. No call may be in progress or follow. */
    @Override
    public void close() throws IOException {
        blocks.close();
        file.close();
    }
}
