package io.narrows.codec;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.xerial.snappy.Snappy;

/**
 * {@code snappy} for blocks: the raw Snappy format, which starts with the size of its content.
 *
 * <p>The library accepts two direct buffers or two arrays, but no mixture, and its compressor needs room for the worst case.
 * If the caller's buffers differ in kind or the output has less room, the result goes through a scratch buffer of the
 * source's kind.
 */
final class SnappyBlocks implements BlockCodec {
    private final ThreadLocal<Scratch> scratches = ThreadLocal.withInitial(Scratch::new);

    @Override
    public int maxCompressedLength(int length) {
        return Snappy.maxCompressedLength(length);
    }

    @Override
    public int compress(ByteBuffer src, ByteBuffer dst) {
        int worst = maxCompressedLength(src.remaining());
        if (src.isDirect() == dst.isDirect() && dst.remaining() >= worst) {
            int length = compressAlike(src, dst);
            src.position(src.limit());
            dst.position(dst.position() + length);
            return length;
        }
        ByteBuffer scratch = scratches.get().of(src.isDirect(), worst);
        int length = compressAlike(src, scratch);
        if (length > dst.remaining()) {
            return DECLINED;
        }
        dst.put(scratch.limit(length));
        src.position(src.limit());
        return length;
    }

    @Override
    public void decompress(ByteBuffer src, ByteBuffer dst, int length) throws MalformedDataException {
        Room.require(dst, length);
        int declared = sizeOf(src);
        if (declared != length) {
            throw new MalformedDataException("Snappy block of " + declared + " bytes (expected: " + length + ")");
        }
        if (src.isDirect() == dst.isDirect()) {
            decompressAlike(src, dst);
            dst.position(dst.position() + length);
        } else {
            ByteBuffer scratch = scratches.get().of(src.isDirect(), length);
            decompressAlike(src, scratch);
            dst.put(scratch.limit(length));
        }
        src.position(src.limit());
    }

    /**
     * Returns the size at the start of a block, a varint of 31 bits since no array is larger. It must be checked first,
     * because the native decoder writes as many bytes as the block declares.
     */
    static int sizeOf(ByteBuffer src) throws MalformedDataException {
        int size = 0;
        int at = src.position();
        for (int shift = 0; shift < Integer.SIZE; shift += 7) {
            if (at == src.limit()) {
                throw new MalformedDataException("Snappy block with a truncated size");
            }
            byte next = src.get(at++);
            size |= (next & 0x7f) << shift;
            if (next >= 0 && (shift < 28 || next < 8)) {
                return size;
            }
        }
        throw new MalformedDataException("Snappy block of 2 GiB or more");
    }

    private static int compressAlike(ByteBuffer src, ByteBuffer dst) {
        int limit = dst.limit();
        try {
            return src.isDirect()
                    ? Snappy.compress(src, dst)
                    : Snappy.compress(
                            src.array(),
                            src.arrayOffset() + src.position(),
                            src.remaining(),
                            dst.array(),
                            dst.arrayOffset() + dst.position());
        } catch (IOException e) {
            throw new IllegalStateException("Snappy compression failed", e);
        } finally {
            dst.limit(limit); // the library sets it to the end of the result
        }
    }

    private static void decompressAlike(ByteBuffer src, ByteBuffer dst) throws MalformedDataException {
        int limit = dst.limit();
        try {
            if (src.isDirect()) {
                Snappy.uncompress(src, dst);
            } else {
                Snappy.uncompress(
                        src.array(),
                        src.arrayOffset() + src.position(),
                        src.remaining(),
                        dst.array(),
                        dst.arrayOffset() + dst.position());
            }
        } catch (IOException e) {
            throw new MalformedDataException("Snappy block is damaged: " + e.getMessage(), e);
        } finally {
            dst.limit(limit);
        }
    }
}
