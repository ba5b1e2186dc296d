package io.narrows.storage.sst;

import io.narrows.storage.EntryType;
import io.narrows.storage.InternalKey;
import io.narrows.storage.Slice;
import io.narrows.storage.sst.block.MalformedBlockException;
import io.narrows.storage.sst.compress.CompressionType;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Loads the data blocks of a file by number, through the cache or for a scan. Thread-safe. */
final class DataBlocks implements AutoCloseable {
    private final TableFile file;
    private final TableIndex index;
    private final BlockReader reader;
    private final FileCache cache;

    DataBlocks(TableFile file, TableIndex index, BlockReader reader, FileCache cache) {
        this.file = file;
        this.index = index;
        this.reader = reader;
        this.cache = cache;
    }

    int count() {
        return index.blocks();
    }

    /**
     * Loads a block through the cache; {@code block} is empty after a failure. The first request caches the block as stored.
     * The second one replaces a block that is slow to decompress by its plain content: a block read once thus does not
     * displace several others, and one read often is decompressed once.
     */
    void load(DataBlock block, int number) throws IOException {
        block.number = -1;
        BlockHandle handle = index.handle(number);
        byte[] cached = cache.get(handle.offset());
        if (cached == null) {
            byte[] stored = file.read(handle, BlockKind.DATA);
            cache.put(handle.offset(), stored);
            take(block, number, handle, stored, 0, (int) handle.size());
            return;
        }
        int length = cached.length - BlockTrailer.LENGTH;
        Slice plain = take(block, number, handle, cached, 0, length);
        if (CompressionType.isSlow(BlockTrailer.type(cached, length))) {
            cache.put(handle.offset(), withTrailer(plain));
        }
    }

    /**
     * Returns a block in the stored form of uncompressed ones. Its checksum is not filled in, because it is never
     * verified again.
     */
    private static byte[] withTrailer(Slice plain) {
        byte[] block = new byte[plain.length() + BlockTrailer.LENGTH];
        System.arraycopy(plain.array(), plain.offset(), block, 0, plain.length());
        block[plain.length()] = (byte) CompressionType.NONE.id();
        return block;
    }

    /** Loads a block for a scan, which reads ahead and bypasses the cache; {@code block} is empty after a failure. */
    void load(DataBlock block, int number, ReadAhead ahead) throws IOException {
        block.number = -1;
        BlockHandle handle = index.handle(number);
        file.checkWithinFile(handle, BlockKind.DATA);
        if (!ahead.has(handle)) {
            BlockHandle last = index.handle(index.blocks() - 1);
            file.checkWithinFile(last, BlockKind.DATA);
            ahead.read(file, handle, last.end());
        }
        take(block, number, handle, ahead);
    }

    /** Loads a block for a backward scan. */
    void loadBack(DataBlock block, int number, ReadAhead ahead) throws IOException {
        block.number = -1;
        BlockHandle handle = index.handle(number);
        file.checkWithinFile(handle, BlockKind.DATA);
        if (!ahead.has(handle)) {
            ahead.readBack(file, handle, index.handle(0).offset());
        }
        take(block, number, handle, ahead);
    }

    private void take(DataBlock block, int number, BlockHandle handle, ReadAhead ahead) throws IOException {
        int at = ahead.indexOf(handle);
        file.check(ahead.array(), at, handle, BlockKind.DATA);
        take(block, number, handle, ahead.array(), at, (int) handle.size());
    }

    private Slice take(DataBlock block, int number, BlockHandle handle, byte[] array, int at, int length)
            throws IOException {
        Slice plain = reader.plain(array, at, length, handle, BlockKind.DATA, block.buffer);
        if (plain.array() != array) {
            block.buffer = plain.array();
        }
        try {
            block.cursor.reset(plain.array(), plain.offset(), plain.length());
        } catch (MalformedBlockException e) {
            throw corrupt(number, e);
        }
        block.number = number;
        return plain;
    }

    /** Returns the uncompressed content of a block in a new array. */
    byte[] plain(BlockHandle handle) throws IOException {
        byte[] stored = file.read(handle, BlockKind.DATA);
        return reader.plain(stored, 0, (int) handle.size(), handle, BlockKind.DATA, new byte[0])
                .toByteArray();
    }

    /** Returns the summary of a block, which it decompresses to learn its size. */
    BlockSummary summary(int number) throws IOException {
        BlockHandle handle = index.handle(number);
        byte[] stored = file.read(handle, BlockKind.DATA);
        Slice plain = reader.plain(stored, 0, (int) handle.size(), handle, BlockKind.DATA, new byte[0]);
        CompressionType type =
                CompressionType.ofId(stored[(int) handle.size()] & 0xff).orElseThrow();
        return new BlockSummary(handle.offset(), handle.size(), type, plain.length());
    }

    /** Returns the type of an entry of a block. */
    EntryType type(DataBlock block, long trailer) throws UnsupportedTableException {
        try {
            return InternalKey.type(trailer);
        } catch (IllegalArgumentException e) {
            throw new UnsupportedTableException(
                    file.path(), index.handle(block.number).offset(), BlockKind.DATA, e.getMessage(), e);
        }
    }

    /** Releases native memory. No call may be in progress or follow. */
    @Override
    public void close() {
        reader.close();
    }

    /** Adds the block's position in the file to the exception. */
    CorruptTableException corrupt(int number, MalformedBlockException e) {
        return corrupt(number, e.getMessage(), e);
    }

    CorruptTableException corrupt(int number, String problem, @Nullable MalformedBlockException cause) {
        return new CorruptTableException(file.path(), index.handle(number).offset(), BlockKind.DATA, problem, cause);
    }
}
