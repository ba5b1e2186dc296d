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
 * Reads one file, ours or one of RocksDB's, format versions 2 to 7. Index, filter, dictionary and range deletions are in
 * memory from opening on; data blocks are read as they are needed, and every read is checked. Safe for use by many threads.
 * When one of them is interrupted, it reads on as the others do, and stays interrupted; for that the file is opened once more,
 * so it must keep its name for as long as the reader is open.
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
     * @param cache of all files that are opened with it
     * @throws CorruptTableException when it is damaged, or not such a file
     * @throws UnsupportedTableException when it has a feature that is not known here, or a codec that cannot be loaded
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
     * @param cache the file's share, of this or an earlier opening
     * @param ingestedAt the sequence number of all its entries, if it was ingested; other files have their own
     * @param tally of all files that are opened with it; those without a filter are not in it
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

    /** 2 to 7. */
    public int formatVersion() {
        return file.footer().formatVersion();
    }

    public ChecksumType checksum() {
        return file.footer().checksum();
    }

    public KeyEncoding keyEncoding() {
        return encoding;
    }

    /** In bytes. */
    public long fileSize() {
        return file.size();
    }

    /** Bytes of index and filter, which are in memory as long as it is open. */
    public long memoryBytes() {
        return memoryBytes;
    }

    /** The file's range deletions, in order of their begin. {@link #get} and iterators know nothing of them. */
    public List<RangeTombstone> rangeTombstones() {
        return rangeTombstones;
    }

    /** The youngest entry of a user key, which may say that the key is deleted. */
    public Optional<Entry> get(Slice userKey) throws IOException {
        return get(userKey, InternalKey.MAX_SEQUENCE);
    }

    /**
     * The youngest entry of a user key that is not younger than a sequence number.
     *
     * @throws IllegalArgumentException when the sequence number is not within 0 to {@link InternalKey#MAX_SEQUENCE}
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
        // the block after it only if the first one ends with younger entries of the same key
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

    /** A new iterator, for one thread. It may not be used after the reader is closed. */
    public TableIterator iterator() {
        return iterator(() -> {});
    }

    /** @param onClose run once, when the iterator is closed */
    public TableIterator iterator(Runnable onClose) {
        return new TableIterator(blocks, index, encoding, sequences, onClose);
    }

    /** What data blocks there are; reads all of them. */
    public List<BlockSummary> dataBlocks() throws IOException {
        List<BlockSummary> summaries = new ArrayList<>();
        for (int number = 0; number < blocks.count(); number++) {
            summaries.add(blocks.summary(number));
        }
        return summaries;
    }

    /** The plain content of a data block of this file, in an array of its own. */
    public byte[] plain(BlockSummary block) throws IOException {
        return blocks.plain(new BlockHandle(block.offset(), block.storedSize()));
    }

    /**
     * Reads all of the file: every checksum, the order of keys, that index and filter know each key, and the counts of the
     * properties.
     *
     * @throws CorruptTableException at the first thing that is wrong
     */
    public void verify() throws IOException {
        verify(damage -> {
            throw damage;
        });
    }

    /**
     * The same, and goes on behind a damaged block. The counts are not checked then.
     *
     * @param inspector is told of each damaged block, and may end it by an exception of its own
     */
    public void verify(Inspector inspector) throws IOException {
        new TableVerification(file, blocks, index, filter, encoding, inspector).run(properties, rangeTombstones.size());
    }

    /** Who is told what is wrong with a file. */
    @FunctionalInterface
    public interface Inspector {
        void damaged(CorruptTableException damage) throws IOException;
    }

    /** Closes the file and gives native memory back. No call may be under way, and none may follow. */
    @Override
    public void close() throws IOException {
        blocks.close();
        file.close();
    }
}
