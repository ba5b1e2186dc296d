package io.narrows.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.airlift.compress.Compressor;
import io.airlift.compress.Decompressor;
import io.airlift.compress.lz4.Lz4Compressor;
import io.airlift.compress.lz4.Lz4Decompressor;
import io.airlift.compress.snappy.SnappyCompressor;
import io.airlift.compress.snappy.SnappyDecompressor;
import io.airlift.compress.zstd.ZstdCompressor;
import io.airlift.compress.zstd.ZstdDecompressor;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that others read what we write and vice versa. aircompressor is an independent implementation in Java. */
class OracleTest {
    private static final Codecs CODECS = Codecs.load();

    static Stream<Arguments> blocks() {
        return Stream.of(
                Arguments.of(CodecSpec.of(Codec.SNAPPY), new SnappyCompressor(), new SnappyDecompressor()),
                Arguments.of(CodecSpec.of(Codec.LZ4), new Lz4Compressor(), new Lz4Decompressor()),
                Arguments.of(CodecSpec.of(Codec.LZ4HC, 12), new Lz4Compressor(), new Lz4Decompressor()),
                Arguments.of(CodecSpec.of(Codec.ZSTD, -5), new ZstdCompressor(), new ZstdDecompressor()),
                Arguments.of(CodecSpec.of(Codec.ZSTD, 19), new ZstdCompressor(), new ZstdDecompressor()));
    }

    @ParameterizedTest
    @MethodSource("blocks")
    void block_writtenByUs_isReadByTheOther(CodecSpec spec, Compressor ignored, Decompressor other) {
        BlockCodec ours = CODECS.block(spec);
        for (byte[] content : BlockCodecTest.contents().subList(1, 7)) {
            ByteBuffer block = ByteBuffer.allocate(ours.maxCompressedLength(content.length));
            ours.compress(ByteBuffer.wrap(content), block);
            byte[] back = new byte[content.length];

            int length = other.decompress(block.array(), 0, block.position(), back, 0, back.length);

            assertThat(length).isEqualTo(content.length);
            assertThat(back).isEqualTo(content);
        }
    }

    @ParameterizedTest
    @MethodSource("blocks")
    void block_writtenByTheOther_isReadByUs(CodecSpec spec, Compressor other, Decompressor ignored) throws Exception {
        BlockCodec ours = CODECS.block(spec);
        for (byte[] content : BlockCodecTest.contents().subList(1, 7)) {
            byte[] block = new byte[other.maxCompressedLength(content.length)];
            int length = other.compress(content, 0, content.length, block, 0, block.length);
            ByteBuffer back = ByteBuffer.allocate(content.length);

            ours.decompress(ByteBuffer.wrap(block, 0, length), back, content.length);

            assertThat(back.array()).isEqualTo(content);
        }
    }

    @Test
    void gzipBlock_isRawDeflate() throws Exception {
        byte[] content = Samples.joined(Samples.etcd(), 64 << 10);
        ByteBuffer block = ByteBuffer.allocate(64 << 10);
        CODECS.block(CodecSpec.of(Codec.GZIP)).compress(ByteBuffer.wrap(content), block);

        assertThat(inflated(block.array())).isEqualTo(content);
    }

    /** With their tails restored and a last empty block appended, the frames are one plain deflate stream. */
    @Test
    void gzipStream_withItsTailsPutBack_isOneDeflateStream() throws Exception {
        List<byte[]> reads = Samples.postgres();
        ByteArrayOutputStream stream = new ByteArrayOutputStream();
        try (StreamPair pair = StreamPair.direct(CodecSpec.of(Codec.GZIP))) {
            for (byte[] read : reads) {
                stream.writeBytes(pair.encode(read));
                stream.writeBytes(new byte[] {0, 0, -1, -1});
            }
        }
        stream.writeBytes(new byte[] {3, 0});

        assertThat(inflated(stream.toByteArray())).isEqualTo(all(reads));
    }

    @Test
    void gzipStream_flushedByTheJdk_isReadByUs() throws Exception {
        Deflater deflater = new Deflater(9, true);
        try (StreamDecoder ours = CODECS.streamDecoder(Codec.GZIP, 20)) {
            for (byte[] read : Samples.etcd()) {
                byte[] frame = new byte[read.length + 100];
                deflater.setInput(read);
                int length = deflater.deflate(frame, 0, frame.length, Deflater.SYNC_FLUSH);
                ByteBuffer back = ByteBuffer.allocate(read.length);

                ours.decode(ByteBuffer.wrap(frame, 0, length - 4), back);

                assertThat(back.array()).isEqualTo(read);
            }
        } finally {
            deflater.end();
        }
    }

    /**
     * With the magic number prepended, the headers of lone blocks restored, and a last empty block appended, the frames are
     * one plain zstd frame.
     */
    @Test
    void zstdStream_withMagicAndEnd_isOneZstdFrame() {
        List<byte[]> reads = Samples.etcd();
        ByteArrayOutputStream stream = new ByteArrayOutputStream();
        stream.writeBytes(new byte[] {0x28, (byte) 0xb5, 0x2f, (byte) 0xfd});
        try (StreamPair pair = StreamPair.direct(CodecSpec.of(Codec.ZSTD, 3))) {
            reads.forEach(read -> writeBlocks(stream, pair.encode(read)));
        }
        stream.writeBytes(new byte[] {1, 0, 0});
        byte[] expected = all(reads);
        byte[] back = new byte[expected.length];

        int length = new ZstdDecompressor().decompress(stream.toByteArray(), 0, stream.size(), back, 0, back.length);

        assertThat(length).isEqualTo(expected.length);
        assertThat(back).isEqualTo(expected);
    }

    private static void writeBlocks(ByteArrayOutputStream stream, byte[] frame) {
        int type = frame[0];
        int length = frame.length - 1;
        if (type != 3) {
            int header = length << 3 | type << 1;
            stream.writeBytes(new byte[] {(byte) header, (byte) (header >> 8), (byte) (header >> 16)});
        }
        stream.write(frame, 1, length);
    }

    private static byte[] inflated(byte[] deflated) throws Exception {
        Inflater inflater = new Inflater(true);
        try (InflaterInputStream in = new InflaterInputStream(new ByteArrayInputStream(deflated), inflater)) {
            return in.readAllBytes();
        } finally {
            inflater.end();
        }
    }

    private static byte[] all(List<byte[]> reads) {
        return Samples.joined(
                reads, reads.stream().mapToInt(read -> read.length).sum());
    }
}
