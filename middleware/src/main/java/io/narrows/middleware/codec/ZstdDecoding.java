package io.narrows.middleware.codec;

import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdDictDecompress;
import com.github.luben.zstd.ZstdException;
import io.narrows.codec.MalformedDataException;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** A native context that decodes zstd messages one at a time. Not thread-safe. */
final class ZstdDecoding implements AutoCloseable {
    private static final int BUFFER = 32 * 1024;

    /** A context keeps the largest window it ever had; one with a window above this limit is not reused. */
    private static final long KEPT_WINDOW = 2 << 20;

    private static final int MAX_LONG = 31;

    private final ZstdDecompressCtx context = new ZstdDecompressCtx();
    private final byte[] read = new byte[BUFFER];
    private final ByteBuffer src = ByteBuffer.allocateDirect(BUFFER);
    private final ByteBuffer dst = ByteBuffer.allocateDirect(2 * BUFFER);
    private long largestWindow;

    /**
     * Decodes all frames of a message, usually one.
     *
     * @param dictionary null for none
     * @param dictionaryId the only id, besides 0, that frames may name
     */
    void decode(
            CompressedMessage message,
            DecodedMessage decoded,
            DecodingLimits limits,
            @Nullable ZstdDictDecompress dictionary,
            long dictionaryId)
            throws IOException {
        prepare(limits, dictionary);
        src.clear().flip();
        largestWindow = 0;
        fill(message, 1);
        if (!src.hasRemaining()) {
            throw new MalformedDataException("empty");
        }
        try {
            while (src.hasRemaining()) {
                fill(message, ZstdFrameHeader.MAX_BYTES);
                check(ZstdFrameHeader.read(src), limits, decoded.room(), dictionaryId);
                frame(message, decoded);
                fill(message, 1);
            }
        } catch (ZstdException e) {
            throw new MalformedDataException(e.getMessage(), e);
        }
    }

    private void prepare(DecodingLimits limits, @Nullable ZstdDictDecompress dictionary) {
        context.reset();
        int largest = Math.max(1 << limits.maxWindowLog(), limits.maxMessageBytes());
        context.setLongMax(Math.min(MAX_LONG, Integer.SIZE - Integer.numberOfLeadingZeros(largest - 1)));
        if (dictionary != null) {
            context.loadDict(dictionary);
        }
    }

    private void check(ZstdFrameHeader header, DecodingLimits limits, int room, long dictionaryId) throws IOException {
        header.check(limits, room);
        if (header.dictionaryId() != 0 && header.dictionaryId() != dictionaryId) {
            throw new MalformedDataException("requires dictionary " + header.dictionaryId());
        }
        largestWindow = Math.max(largestWindow, header.windowSize());
    }

    private void frame(CompressedMessage message, DecodedMessage decoded) throws IOException {
        boolean ended = false;
        while (!ended) {
            int before = src.remaining();
            dst.clear();
            ended = context.decompressDirectByteBufferStream(dst, src);
            boolean progress = src.remaining() < before || dst.position() > 0;
            boolean drained = dst.hasRemaining();
            decoded.write(dst.flip());
            if (!ended && drained && !src.hasRemaining()) {
                fill(message, 1);
                progress = src.hasRemaining();
            }
            if (!ended && !progress) {
                throw new MalformedDataException("truncated in a frame");
            }
        }
    }

    /** Fills the source to at least {@code least} bytes, unless the message ends first. */
    private void fill(CompressedMessage message, int least) throws IOException {
        if (src.remaining() >= least) {
            return;
        }
        src.compact();
        src.put(read, 0, message.read(read, 0, src.remaining()));
        src.flip();
    }

    /** Returns whether the context uses little enough memory to be kept while idle. */
    boolean small() {
        return largestWindow <= KEPT_WINDOW;
    }

    @Override
    public void close() {
        context.close();
    }
}
