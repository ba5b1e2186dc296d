package io.narrows.codec;

import java.nio.ByteBuffer;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * The other end of {@link DeflateEncoder}.
 *
 * <p>A whole frame gives all its output before the tail is seen, so whatever comes out after that is the mark of a frame
 * that was cut, or of one that did not fit. The tail is followed by two empty stored blocks: at the border of a block they
 * are nothing; anywhere else they complete some code or some stored length, and bytes come out or inflate fails. What
 * this cannot see is a cut just before the length of a stored block. The link's checksum does.
 */
final class DeflateDecoder extends DecodingContext {
    /** 2^15 of window, and the state with its tables: zconf.h of zlib. */
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
            throw new MalformedDataException("deflate frame is cut or exceeds its limit");
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
