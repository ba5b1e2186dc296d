package io.narrows.storage.sst.compress;

import io.narrows.codec.MalformedDataException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Objects;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;

/** Decompresses {@code bzip2} blocks as RocksDB writes them: one bzip2 stream each. They are never written. Thread-safe. */
public final class Bzip2Blocks {
    private Bzip2Blocks() {}

    /**
     * Decompresses a block to exactly {@code length} bytes, checking the size while decompressing. For any content, at most
     * bzip2's own 4 MB or so are allocated.
     *
     * @throws MalformedDataException if the block is damaged, is followed by other bytes, or its content has a different
     *     size
     * @throws IndexOutOfBoundsException if either range is not within its array
     */
    public static void decompress(byte[] src, int from, int size, byte[] dst, int to, int length)
            throws MalformedDataException {
        Objects.checkFromIndexSize(from, size, src.length);
        Objects.checkFromIndexSize(to, length, dst.length);
        ByteArrayInputStream block = new ByteArrayInputStream(src, from, size);
        int left;
        boolean more;
        try (BZip2CompressorInputStream content = new BZip2CompressorInputStream(block)) {
            left = length - content.readNBytes(dst, to, length);
            more = content.read() >= 0;
        } catch (IOException | RuntimeException e) { // for some damage the library throws unchecked exceptions
            throw new MalformedDataException("bzip2 block is damaged: " + e.getMessage(), e);
        }
        if (left > 0 || more) {
            throw new MalformedDataException("bzip2 block of " + (more ? "more than " + length : length - left)
                    + " bytes (expected: " + length + ")");
        }
        if (block.available() > 0) {
            throw new MalformedDataException("bzip2 block with " + block.available() + " bytes after its end");
        }
    }
}
