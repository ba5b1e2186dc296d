package io.narrows.codec;

import java.nio.ByteBuffer;
import net.jpountz.lz4.LZ4Compressor;
import net.jpountz.lz4.LZ4Exception;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.lz4.LZ4SafeDecompressor;

/**
 * {@code lz4} and {@code lz4hc} for blocks: the raw LZ4 block format, which both share. Uses only the decompressor that
 * knows the length of its input: the "fast" one reads beyond it (CVE-2025-12183).
 */
final class Lz4Blocks implements BlockCodec {
    private final LZ4Compressor compressor;
    private final LZ4SafeDecompressor decompressor = LZ4Factory.nativeInstance().safeDecompressor();

    private Lz4Blocks(LZ4Compressor compressor) {
        this.compressor = compressor;
    }

    static Lz4Blocks fast() {
        return new Lz4Blocks(LZ4Factory.nativeInstance().fastCompressor());
    }

    static Lz4Blocks high(int level) {
        return new Lz4Blocks(LZ4Factory.nativeInstance().highCompressor(level));
    }

    @Override
    public int maxCompressedLength(int length) {
        return compressor.maxCompressedLength(length);
    }

    @Override
    public int compress(ByteBuffer src, ByteBuffer dst) {
        int length;
        try {
            length = compressor.compress(src, src.position(), src.remaining(), dst, dst.position(), dst.remaining());
        } catch (LZ4Exception doesNotFit) {
            return DECLINED;
        }
        src.position(src.limit());
        dst.position(dst.position() + length);
        return length;
    }

    @Override
    public void decompress(ByteBuffer src, ByteBuffer dst, int length) throws MalformedDataException {
        Room.require(dst, length);
        int written;
        try {
            written = decompressor.decompress(src, src.position(), src.remaining(), dst, dst.position(), length);
        } catch (LZ4Exception e) {
            throw new MalformedDataException("LZ4 block is damaged: " + e.getMessage(), e);
        }
        if (written != length) {
            throw new MalformedDataException("LZ4 block of " + written + " bytes (expected: " + length + ")");
        }
        src.position(src.limit());
        dst.position(dst.position() + written);
    }
}
