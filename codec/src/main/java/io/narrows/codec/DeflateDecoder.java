package io.narrows.codec;

import java.nio.ByteBuffer;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * The decoder of {@link DeflateEncoder}'s frames.
 *
 * <p>A whole frame yields all of its output before the tail is seen, so any output after that indicates a truncated frame,
 * or one that did not fit. The tail is followed by two empty stored blocks: at a block boundary they have no effect;
 * anywhere else they complete some code or some stored length, which yields output or makes inflate fail. Only a
 * truncation just before the length of a stored block is missed; the link's checksum detects it.
 */
final class DeflateDecoder extends DecodingContext {
    /** The window of 2^15 bytes, and the state with its tables: zconf.h of zlib. */
    static final long MEMORY = (1 << 15) + (7 << 10);

    private static final byte[] TAIL_AND_EMPTY_BLOCKS = {0, 0, -1, -1, 0, 0, 0, -1, -1, 0, 0, 0, -1, -1};

    private final Inflater inflater = new Inflater(true);
    private final byte[] spill = new byte[1];

    @Override
    void decodeContent(ByteBuffer src, ByteBuffer dst) throws MalformedDataException {
        int start = dst.position();
        try {
            inflater.setInput(src);
            inflater.inflate(dst);
            if (src.hasRemaining()) {
                throw new MalformedDataException("deflate frame ends early or exceeds its limit");
            }
            if (dst.position() == start) {
                throw new MalformedDataException("deflate frame without content");
            }
            finish();
        } catch (DataFormatException e) {
            throw new MalformedDataException("deflate frame is damaged: " + e.getMessage(), e);
        }
    }

    private void finish() throws DataFormatException, MalformedDataException {
        inflater.setInput(TAIL_AND_EMPTY_BLOCKS);
        int spilled = inflater.inflate(spill);
        if (spilled > 0 || inflater.getRemaining() > 0 || inflater.finished()) {
            throw new MalformedDataException("deflate frame is truncated or exceeds its limit");
        }
    }

    @Override
    void forget() {
        inflater.reset();
    }

    @Override
    long heldBytes() {
        return MEMORY;
    }

    @Override
    void free() {
        inflater.end();
    }
}
