package io.narrows.codec;

import java.nio.ByteBuffer;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/**
 * {@code gzip} for blocks: raw deflate (RFC 1951) without header or checksum. A dictionary is content that blocks can refer
 * to.
 */
final class DeflateBlocks implements BlockCodec {
    private static final byte[] NO_DICTIONARY = {};

    /** RocksDB inflates with a window of 16 KiB and therefore sees only that much of a dictionary. */
    private static final int MAX_REFERRED = 16 << 10;

    private final Contexts<Deflater> deflaters;
    private final Contexts<Inflater> inflaters = new Contexts<>(() -> new Inflater(true), Inflater::end);
    private final byte[] dictionary;

    DeflateBlocks(int level) {
        this(level, NO_DICTIONARY);
    }

    DeflateBlocks(int level, byte[] dictionary) {
        this.deflaters = new Contexts<>(() -> new Deflater(level, true), Deflater::end);
        this.dictionary = dictionary;
    }

    /** zlib's {@code deflateBound}: a stored header of 5 bytes for each 16 KiB, and the end. */
    @Override
    public int maxCompressedLength(int length) {
        return length + (length >>> 12) + (length >>> 14) + (length >>> 25) + 7;
    }

    @Override
    public int compress(ByteBuffer src, ByteBuffer dst) {
        int from = src.position();
        int to = dst.position();
        Deflater deflater = deflaters.take();
        try {
            if (dictionary.length > 0) {
                int referred = Math.min(dictionary.length, MAX_REFERRED);
                deflater.setDictionary(dictionary, dictionary.length - referred, referred);
            }
            deflater.setInput(src);
            deflater.finish();
            deflater.deflate(dst);
            if (!ends(deflater)) {
                src.position(from);
                dst.position(to);
                return DECLINED;
            }
            return dst.position() - to;
        } finally {
            deflater.reset();
            deflaters.giveBack(deflater);
        }
    }

    /** Returns whether the data ends here. If the output is exactly full, only another call can tell. */
    private static boolean ends(Deflater deflater) {
        return deflater.finished() || deflater.deflate(new byte[1]) == 0 && deflater.finished();
    }

    @Override
    public void decompress(ByteBuffer src, ByteBuffer dst, int length) throws MalformedDataException {
        Room.require(dst, length);
        int limit = dst.limit();
        int end = dst.position() + length;
        Inflater inflater = inflaters.take();
        try {
            if (dictionary.length > 0) {
                inflater.setDictionary(dictionary);
            }
            inflater.setInput(src);
            inflater.inflate(dst.limit(end));
            if (dst.position() != end || src.hasRemaining() || !ends(inflater)) {
                throw new MalformedDataException(
                        "deflate block is truncated, or its content does not have " + length + " bytes");
            }
        } catch (DataFormatException e) {
            throw new MalformedDataException("deflate block is damaged: " + e.getMessage(), e);
        } finally {
            dst.limit(limit);
            inflater.reset();
            inflaters.giveBack(inflater);
        }
    }

    /** Returns whether the data ends here. If the output is full, inflate may still have to read the end marker. */
    private static boolean ends(Inflater inflater) throws DataFormatException {
        return inflater.finished() || inflater.inflate(new byte[1]) == 0 && inflater.finished();
    }
}
