package io.narrows.codec;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * {@code lz4} and {@code lz4hc} as a stream: LZ4 blocks linked over the last 64 KiB. A frame is the size of its content as a
 * {@link Varint} followed by the block, or by the content itself if the block is not shorter; the block's length then equals
 * that size. Content larger than {@link Lz4Window#PIECE} is split into pieces, each but the last preceded by its length as a
 * varint.
 */
final class Lz4Encoder extends EncodingContext {
    private final Lz4Window window;
    private final Lz4Matcher matcher;
    private final ThreadLocal<byte[]> blocks;
    private final boolean hasHashTable;
    private final int log;
    private @Nullable StreamDictionary dictionary;

    /** For {@code lz4}; {@code lz4hc} enters the {@link #content} into its own tables. */
    private @Nullable Lz4Dictionary digest;

    private @Nullable ByteBuffer content;

    /** @param blocks arrays of {@link Lz4Window#BLOCK_ROOM} bytes, used exclusively during a call */
    Lz4Encoder(CodecSpec spec, ThreadLocal<byte[]> blocks) {
        this.hasHashTable = spec.codec() == Codec.LZ4;
        this.log = Math.min(spec.windowLog(), Lz4Window.MAX_LOG);
        this.window = new Lz4Window(log);
        this.matcher = hasHashTable ? new Lz4HashTable() : new Lz4HashChain(spec.level(), log);
        this.blocks = blocks;
    }

    @Override
    void use(@Nullable StreamDictionary next) {
        digest = next != null && hasHashTable ? next.lz4() : null;
        content = next != null && !hasHashTable ? next.content() : null;
        dictionary = next;
        forget();
    }

    private void load() {
        if (digest != null) {
            digest.loadInto(window, log, matcher);
        } else if (content != null) {
            window.begin(content);
        }
    }

    /** Returns the maximum: an encoded piece is never longer than its content. */
    @Override
    public int maxFrameLength(int length) {
        return length
                + Varint.MAX_LENGTH
                + Varint.MAX_LENGTH * (length / Lz4Window.PIECE)
                + DictionaryMark.length(dictionary);
    }

    @Override
    void begin(ByteBuffer dst) {
        DictionaryMark.put(dst, dictionary);
    }

    @Override
    void encodeContent(ByteBuffer src, ByteBuffer dst) {
        Varint.put(dst, src.remaining());
        while (src.remaining() > Lz4Window.PIECE) {
            encodePiece(src, Lz4Window.PIECE, dst, true);
        }
        encodePiece(src, src.remaining(), dst, false);
    }

    private void encodePiece(ByteBuffer src, int length, ByteBuffer dst, boolean more) {
        int moved = window.makeRoom(length);
        if (moved > 0) {
            matcher.moved(moved);
        }
        int from = window.end();
        byte[] content = window.bytes();
        src.get(content, from, length);
        window.advance(length);

        byte[] block = blocks.get();
        int coded = matcher.compress(content, from, from + length, block);
        boolean stored = coded >= length;
        if (more) {
            Varint.put(dst, stored ? length : coded);
        }
        if (stored) {
            dst.put(content, from, length);
        } else {
            dst.put(block, 0, coded);
        }
    }

    @Override
    public boolean keepsHistory() {
        return true;
    }

    @Override
    void forget() {
        window.clear();
        matcher.clear();
        load();
    }

    static long memoryBytes(CodecSpec spec) {
        int log = Math.min(spec.windowLog(), Lz4Window.MAX_LOG);
        long matcher = spec.codec() == Codec.LZ4 ? Lz4HashTable.BYTES : Lz4HashChain.memoryBytes(log);
        return Lz4Window.memoryBytes(log) + matcher;
    }

    @Override
    long heldBytes() {
        return window.memoryBytes() + matcher.memoryBytes();
    }
}
