package io.narrows.codec;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The decoder of {@link Lz4Encoder}'s frames. The size at the start of a frame is checked first against the available
 * space, so that all further work is on content of a known size.
 */
final class Lz4Decoder extends DecodingContext {
    private final Lz4Window window = new Lz4Window(Lz4Window.MAX_LOG);
    private final ThreadLocal<byte[]> blocks;
    private final @Nullable StreamDictionary dictionary;
    private final @Nullable ByteBuffer content;

    /** @param blocks arrays of {@link Lz4Window#BLOCK_ROOM} bytes, used exclusively during a call */
    Lz4Decoder(ThreadLocal<byte[]> blocks) {
        this(blocks, null);
    }

    Lz4Decoder(ThreadLocal<byte[]> blocks, @Nullable StreamDictionary dictionary) {
        this.blocks = blocks;
        this.dictionary = dictionary;
        this.content = dictionary == null ? null : dictionary.content();
        load();
    }

    private void load() {
        if (content != null) {
            window.begin(content);
        }
    }

    @Override
    void begin(ByteBuffer src) throws MalformedDataException {
        DictionaryMark.check(src, dictionary);
    }

    @Override
    void decodeContent(ByteBuffer src, ByteBuffer dst) throws MalformedDataException {
        int left = Varint.get(src);
        if (left == 0 || left > dst.remaining()) {
            throw new MalformedDataException("frame of " + left + " bytes (expected: 1-" + dst.remaining() + ")");
        }
        while (left > Lz4Window.PIECE) {
            decodePiece(src, Varint.get(src), dst, Lz4Window.PIECE);
            left -= Lz4Window.PIECE;
        }
        decodePiece(src, src.remaining(), dst, left);
    }

    private void decodePiece(ByteBuffer src, int coded, ByteBuffer dst, int length) throws MalformedDataException {
        if (coded > length || coded > src.remaining()) {
            throw new MalformedDataException("LZ4 block of " + coded + " bytes (expected: 1-"
                    + Math.min(length, src.remaining()) + ") for content of " + length);
        }
        window.makeRoom(length);
        int from = window.end();
        byte[] content = window.bytes();
        if (coded == length) {
            src.get(content, from, length);
        } else {
            byte[] block = blocks.get();
            src.get(block, 0, coded);
            Lz4Expander.expand(block, coded, content, from, length);
        }
        window.advance(length);
        dst.put(content, from, length);
    }

    @Override
    void forget() {
        window.clear();
        load();
    }

    @Override
    long heldBytes() {
        return window.memoryBytes();
    }
}
