package io.narrows.codec;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * {@code lz4} and {@code lz4hc} for blocks that refer to a dictionary: the raw LZ4 block format, with the end of the
 * dictionary preceding the content. lz4-java does not support dictionaries, so this uses the stream codecs.
 */
final class Lz4DictionaryBlocks implements BlockCodec {
    private final Lz4Dictionary dictionary;
    private final Contexts<Work> works;

    Lz4DictionaryBlocks(CodecSpec spec, byte[] bytes) {
        dictionary = new Lz4Dictionary(bytes);
        works = new Contexts<>(() -> new Work(dictionary.bytes(), () -> matcher(spec)), work -> {});
    }

    private static Lz4Matcher matcher(CodecSpec spec) {
        return spec.codec() == Codec.LZ4 ? new Lz4HashTable() : new Lz4HashChain(spec.level(), Lz4Window.MAX_LOG);
    }

    @Override
    public int maxCompressedLength(int length) {
        return Lz4Layout.bound(length);
    }

    @Override
    public int compress(ByteBuffer src, ByteBuffer dst) {
        Work work = works.take();
        try {
            int length = src.remaining();
            int from = dictionary.bytes().length;
            byte[] window = work.window(length);
            byte[] block = work.block(Lz4Layout.bound(length));
            src.get(src.position(), window, from, length);
            Lz4Matcher matcher = work.matcher();
            dictionary.loadInto(matcher);
            int coded = matcher.compress(window, from, from + length, block);
            if (coded > dst.remaining()) {
                return DECLINED;
            }
            dst.put(block, 0, coded);
            src.position(src.limit());
            return coded;
        } finally {
            works.giveBack(work);
        }
    }

    @Override
    public void decompress(ByteBuffer src, ByteBuffer dst, int length) throws MalformedDataException {
        Room.require(dst, length);
        Work work = works.take();
        try {
            int coded = src.remaining();
            int from = dictionary.bytes().length;
            byte[] window = work.window(length);
            byte[] block = work.block(coded);
            src.get(src.position(), block, 0, coded);
            Lz4Expander.expand(block, coded, window, from, length);
            dst.put(window, from, length);
            src.position(src.limit());
        } finally {
            works.giveBack(work);
        }
    }

    /** Buffers used while processing a block. */
    private static final class Work {
        private final int dictionaryLength;
        private final Supplier<Lz4Matcher> openMatcher;
        private byte[] window;
        private byte[] block = {};
        private @Nullable Lz4Matcher matcher;

        Work(byte[] dictionary, Supplier<Lz4Matcher> openMatcher) {
            this.dictionaryLength = dictionary.length;
            this.window = dictionary;
            this.openMatcher = openMatcher;
        }

        /** Returns an array that starts with the dictionary and has space for the content and slack after it. */
        byte[] window(int content) {
            int needed = dictionaryLength + content + Lz4Layout.SLACK;
            if (window.length < needed) {
                window = Arrays.copyOf(window, needed);
            }
            return window;
        }

        byte[] block(int length) {
            int needed = length + Lz4Layout.SLACK;
            if (block.length < needed) {
                block = new byte[needed];
            }
            return block;
        }

        /** Returns the matcher, created on first use, because decompression needs none. */
        Lz4Matcher matcher() {
            if (matcher == null) {
                matcher = openMatcher.get();
            }
            return matcher;
        }
    }
}
