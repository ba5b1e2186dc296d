package io.narrows.storage.sst;

import io.narrows.codec.Codecs;
import io.narrows.codec.MalformedDataException;
import io.narrows.storage.Slice;
import io.narrows.storage.sst.block.MalformedBlockException;
import io.narrows.storage.sst.compress.BlockDecompressor;
import io.narrows.storage.sst.compress.CompressionType;
import io.narrows.storage.sst.compress.UnsupportedTypeException;
import java.io.IOException;

/** Reads blocks of a file, verifies their checksums and decompresses them. Thread-safe. */
final class BlockReader implements AutoCloseable {
    private static final byte[] NO_DICTIONARY = {};

    private final TableFile file;
    private final BlockDecompressor decompressor;

    BlockReader(TableFile file, Codecs codecs) {
        this(file, codecs, NO_DICTIONARY);
    }

    BlockReader(TableFile file, Codecs codecs, byte[] dictionary) {
        this.file = file;
        this.decompressor = new BlockDecompressor(codecs, dictionary);
    }

    /** Reads and decompresses a whole block. */
    Slice read(BlockHandle handle, BlockKind kind) throws IOException {
        return plain(file.read(handle, kind), 0, (int) handle.size(), handle, kind, NO_DICTIONARY);
    }

    /**
     * Decompresses a block that was read with its trailer into an array at some index. The result is in that array, in
     * {@code reuse}, or in a new, larger array.
     *
     * @param length without the trailer
     * @param handle names the block in messages
     * @throws CorruptTableException if it is damaged
     * @throws UnsupportedTableException if its codec is not available
     */
    Slice plain(byte[] array, int at, int length, BlockHandle handle, BlockKind kind, byte[] reuse) throws IOException {
        CompressionType type = type(array[at + length], handle, kind);
        if (type == CompressionType.NONE) {
            return new Slice(array, at, length);
        }
        try {
            return decompressor.decompress(type, array, at, length, reuse);
        } catch (UnsupportedTypeException e) {
            throw new UnsupportedTableException(file.path(), handle.offset(), kind, e.getMessage(), e);
        } catch (MalformedDataException | MalformedBlockException e) {
            throw new CorruptTableException(file.path(), handle.offset(), kind, e.getMessage(), e);
        }
    }

    /** Releases native memory. No call may be in progress or follow. */
    @Override
    public void close() {
        decompressor.close();
    }

    private CompressionType type(byte id, BlockHandle handle, BlockKind kind) throws UnsupportedTableException {
        return CompressionType.ofId(id & 0xff)
                .orElseThrow(() -> new UnsupportedTableException(
                        file.path(),
                        handle.offset(),
                        kind,
                        "compression type 0x%02x (expected: 0x00-0x07)".formatted(id),
                        null));
    }
}
