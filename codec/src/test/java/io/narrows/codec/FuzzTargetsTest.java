package io.narrows.codec;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.narrows.codec.dictionary.Dictionary;
import io.narrows.codec.dictionary.InvalidDictionaryException;
import java.nio.ByteBuffer;

/**
 * Jazzer targets for each decoder, and for the encoders of LZ4. As plain tests they run the saved corpus in
 * {@code src/test/resources/io/narrows/codec/FuzzTargetsTestInputs}; CONTRIBUTING.md says how to fuzz with them.
 *
 * <p>The input of a stream target is a sequence of frames, each preceded by its length in two bytes, little-endian; that of
 * a block target is the size of the content in two bytes, then the block. A dictionary, preceded by its length in two bytes,
 * comes first.
 */
class FuzzTargetsTest {
    private static final Codecs CODECS = Codecs.load();
    private static final int LIMIT = 64 << 10;
    private static final int GUARD = 64;
    private static final byte CANARY = 0x5a;
    private static final ByteBuffer GUARDED = guarded();

    @FuzzTest
    void gzipStream(byte[] input) {
        decodeFrames(Codec.GZIP, input);
    }

    @FuzzTest
    void snappyStream(byte[] input) {
        decodeFrames(Codec.SNAPPY, input);
    }

    @FuzzTest
    void lz4Stream(byte[] input) {
        decodeFrames(Codec.LZ4, input);
    }

    @FuzzTest
    void zstdStream(byte[] input) {
        decodeFrames(Codec.ZSTD, input);
    }

    @FuzzTest
    void denseStream(byte[] input) {
        decodeFrames(Codec.DENSE, input);
    }

    @FuzzTest
    void gzipBlock(byte[] input) {
        decompress(Codec.GZIP, input);
    }

    @FuzzTest
    void snappyBlock(byte[] input) {
        decompress(Codec.SNAPPY, input);
    }

    @FuzzTest
    void lz4Block(byte[] input) {
        decompress(Codec.LZ4, input);
    }

    @FuzzTest
    void zstdBlock(byte[] input) {
        decompress(Codec.ZSTD, input);
    }

    @FuzzTest
    void gzipDictionary(byte[] input) {
        decompressWithDictionary(Codec.GZIP, input);
    }

    @FuzzTest
    void lz4Dictionary(byte[] input) {
        decompressWithDictionary(Codec.LZ4, input);
    }

    @FuzzTest
    void zstdDictionary(byte[] input) {
        decompressWithDictionary(Codec.ZSTD, input);
    }

    /** The input is a dictionary. */
    @FuzzTest
    void framedDictionary(byte[] input) {
        try (StreamDictionary dictionary = CODECS.dictionary(Dictionary.of(input));
                StreamPair pair = StreamPair.direct(CodecSpec.of(Codec.DENSE), dictionary)) {
            assertThat(pair.decode(pair.encode(input), input.length)).isEqualTo(input);
        } catch (InvalidDictionaryException | MalformedDataException refused) {
            assertThat(refused).hasMessageNotContaining("null");
        }
    }

    /** The input is content, split into frames in the same way. */
    @FuzzTest
    void lz4Encoder(byte[] input) throws MalformedDataException {
        encodeFrames(CodecSpec.of(Codec.LZ4).withWindowLog(10), input);
    }

    @FuzzTest
    void lz4hcEncoder(byte[] input) throws MalformedDataException {
        encodeFrames(CodecSpec.of(Codec.LZ4HC).withWindowLog(10), input);
    }

    /** The input is content, split into frames in the same way. */
    @FuzzTest
    void denseLevel0Encoder(byte[] input) throws MalformedDataException {
        ByteBuffer contents = ByteBuffer.wrap(input);
        try (StreamPair pair = StreamPair.direct(new CodecSpec(Codec.DENSE, 0, 17))) {
            while (contents.remaining() > 2) {
                byte[] content = next(contents);
                assertThat(pair.decode(pair.encode(content))).isEqualTo(content);
            }
        }
    }

    private static void decodeFrames(Codec codec, byte[] input) {
        ByteBuffer frames = ByteBuffer.wrap(input);
        try (StreamDecoder decoder = CODECS.streamDecoder(codec, 17)) {
            while (frames.remaining() > 2) {
                decoder.decode(Memory.DIRECT.of(next(frames)), room());
            }
        } catch (MalformedDataException refused) {
            assertThat(refused).hasMessageNotContaining("null");
        }
        assertGuardsIntact();
    }

    private static void decompress(Codec codec, byte[] input) {
        decompress(codec, new byte[0], ByteBuffer.wrap(input));
    }

    private static void decompressWithDictionary(Codec codec, byte[] input) {
        ByteBuffer parts = ByteBuffer.wrap(input);
        if (parts.remaining() >= 2) {
            decompress(codec, next(parts), parts);
        }
    }

    private static void decompress(Codec codec, byte[] dictionary, ByteBuffer input) {
        if (input.remaining() < 2) {
            return;
        }
        int size = size(input.get(), input.get());
        byte[] block = Memory.bytes(input);
        try (BlockCodec blocks = CODECS.block(CodecSpec.of(codec), dictionary)) {
            blocks.decompress(Memory.DIRECT.of(block), room(), size);
        } catch (MalformedDataException refused) {
            assertThat(refused).hasMessageNotContaining("null");
        }
        assertGuardsIntact();
    }

    private static void encodeFrames(CodecSpec spec, byte[] input) throws MalformedDataException {
        Lz4Reference reference = new Lz4Reference();
        ByteBuffer frames = ByteBuffer.wrap(input);
        try (StreamPair pair = StreamPair.direct(spec)) {
            while (frames.remaining() > 2) {
                byte[] content = next(frames);
                byte[] coded = pair.encode(content);

                assertThat(pair.decode(coded)).isEqualTo(content);
                if (content.length > 0) {
                    assertThat(reference.decode(coded)).isEqualTo(content);
                }
            }
        }
    }

    private static byte[] next(ByteBuffer frames) {
        int size = size(frames.get(), frames.get());
        byte[] next = new byte[Math.min(size, frames.remaining())];
        frames.get(next);
        return next;
    }

    private static int size(byte low, byte high) {
        return (low & 0xff) | (high & 0xff) << 8;
    }

    private static ByteBuffer guarded() {
        ByteBuffer dst = ByteBuffer.allocateDirect(GUARD + LIMIT + GUARD);
        for (int i = 0; i < GUARD; i++) {
            dst.put(i, CANARY).put(GUARD + LIMIT + i, CANARY);
        }
        return dst;
    }

    private static ByteBuffer room() {
        return GUARDED.clear().position(GUARD).limit(GUARD + LIMIT);
    }

    private static void assertGuardsIntact() {
        GUARDED.clear();
        for (int i = 0; i < GUARD; i++) {
            assertThat(GUARDED.get(i)).isEqualTo(CANARY);
            assertThat(GUARDED.get(GUARD + LIMIT + i)).isEqualTo(CANARY);
        }
    }
}
