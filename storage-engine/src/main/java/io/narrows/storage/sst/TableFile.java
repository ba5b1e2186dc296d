package io.narrows.storage.sst;

import io.narrows.storage.file.InterruptSafeFile;
import io.narrows.storage.sst.block.MalformedBlockException;
import io.narrows.storage.sst.checksum.ChecksumContext;
import io.narrows.storage.sst.checksum.ChecksumType;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/** An open file with its footer: reads blocks and verifies their checksums. Thread-safe. */
final class TableFile implements Closeable {
    private final Path path;
    private final InterruptSafeFile file;
    private final long size;
    private final Footer footer;

    private TableFile(Path path, InterruptSafeFile file, long size, Footer footer) {
        this.path = path;
        this.file = file;
        this.size = size;
        this.footer = footer;
    }

    static TableFile open(Path path) throws IOException {
        InterruptSafeFile file = InterruptSafeFile.open(path);
        try {
            long size = file.size();
            long at = size - Footer.LENGTH;
            if (at < 0) {
                throw new CorruptTableException(
                        path, 0, BlockKind.FOOTER, "a file of " + size + " bytes, too short for a footer");
            }
            byte[] bytes = read(file, path, at, Footer.LENGTH, BlockKind.FOOTER);
            return new TableFile(path, file, size, footer(path, bytes, at));
        } catch (IOException | RuntimeException | Error e) {
            file.close();
            throw e;
        }
    }

    private static Footer footer(Path path, byte[] bytes, long at) throws CorruptTableException {
        try {
            return Footer.decode(bytes, at);
        } catch (MalformedBlockException e) {
            throw new CorruptTableException(path, at, BlockKind.FOOTER, e.getMessage(), e);
        }
    }

    Path path() {
        return path;
    }

    long size() {
        return size;
    }

    Footer footer() {
        return footer;
    }

    /**
     * Reads a block with its trailer and verifies its checksum.
     *
     * @throws CorruptTableException if the handle is not within the file, or the checksum does not match
     */
    byte[] read(BlockHandle handle, BlockKind kind) throws IOException {
        checkWithinFile(handle, kind);
        byte[] block = read(handle.offset(), (int) handle.size() + BlockTrailer.LENGTH, kind);
        check(block, 0, handle, kind);
        return block;
    }

    /** Reads bytes without verification. */
    byte[] read(long offset, int length, BlockKind kind) throws IOException {
        return read(file, path, offset, length, kind);
    }

    /** @throws CorruptTableException if the handle is not within the file */
    void checkWithinFile(BlockHandle handle, BlockKind kind) throws CorruptTableException {
        long room = size - Footer.LENGTH - BlockTrailer.LENGTH;
        boolean within = handle.offset() >= 0
                && handle.size() >= 0
                && handle.size() <= Integer.MAX_VALUE - 64
                && handle.offset() <= room - handle.size();
        if (!within) {
            throw new CorruptTableException(
                    path,
                    handle.offset(),
                    kind,
                    "a block of " + Long.toUnsignedString(handle.size()) + " bytes lies outside the file of " + size);
        }
    }

    /**
     * Verifies a block that was read with its trailer into an array at some index.
     *
     * @throws CorruptTableException if its checksum does not match
     */
    void check(byte[] array, int at, BlockHandle handle, BlockKind kind) throws CorruptTableException {
        ChecksumType type = footer.checksum();
        if (type == ChecksumType.NONE) {
            return;
        }
        int length = (int) handle.size();
        int trailer = at + length;
        int stored = BlockTrailer.checksum(array, trailer);
        int computed = type.of(array, at, length, BlockTrailer.type(array, trailer))
                + ChecksumContext.modifier(footer.context(), handle.offset());
        if (stored != computed) {
            throw new CorruptTableException(
                    path,
                    handle.offset(),
                    kind,
                    "checksum %s 0x%08x (expected: 0x%08x)".formatted(type, stored, computed));
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }

    private static byte[] read(InterruptSafeFile file, Path path, long offset, int length, BlockKind kind)
            throws IOException {
        byte[] bytes = new byte[length];
        int read = file.read(ByteBuffer.wrap(bytes), offset);
        if (read < length) {
            throw new CorruptTableException(
                    path, offset, kind, "the file ends after " + read + " of " + length + " bytes");
        }
        return bytes;
    }
}
