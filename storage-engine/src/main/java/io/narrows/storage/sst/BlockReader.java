package io.narrows.storage.sst;

import io.narrows.codec.Codecs;
import io.narrows.codec.MalformedDataException;
import io.narrows.storage.Slice;
import io.narrows.storage.sst.block.MalformedBlockException;
import io.narrows.storage.sst.compress.BlockDecompressor;
import io.narrows.storage.sst.compress.CompressionType;
import io.narrows.storage.sst.compress.UnsupportedTypeException;
import java.io.IOException;

/** Plain blocks of a file: read, checked and uncompressed. Safe for use by many threads. */
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

    /** A whole block, plain. */
    Slice read(BlockHandle handle, BlockKind kind) throws IOException {
        return plain(file.read(handle, kind), 0, (int) handle.size(), handle, kind, NO_DICTIONARY);
    }

    /**
     * The plain content of a block that was read, with its trailer, to some place of an array: in that array, or in
     * {@code reuse} or in one that is larger than it.
     *
     * @param length without the trailer
     * @param handle names the block in messages
     * @throws CorruptTableException when it is damaged
     * @throws UnsupportedTableException when there is no codec for it
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

    /** Gives native memory back. No call may be under way, and none may follow. */
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
