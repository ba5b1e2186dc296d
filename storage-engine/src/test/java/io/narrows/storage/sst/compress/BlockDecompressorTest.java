package io.narrows.storage.sst.compress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.Codecs;
import io.narrows.codec.MalformedDataException;
import java.io.IOException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class BlockDecompressorTest {
    private static final Codecs CODECS = Codecs.load();
    private static final byte[] NOTHING = {};
    private static final byte[] BLOCK = new byte[1_000];

    @ParameterizedTest
    @EnumSource(
            value = Codec.class,
            names = {"NONE", "DENSE"},
            mode = EnumSource.Mode.EXCLUDE)
    void block_comesBack(Codec codec) throws IOException {
        byte[] payload = compressed(codec, NOTHING);

        try (BlockDecompressor decompressor = new BlockDecompressor(CODECS, NOTHING)) {
            assertThat(decompressor
                            .decompress(CompressionType.of(codec), payload, 0, payload.length, NOTHING)
                            .toByteArray())
                    .isEqualTo(BLOCK);
        }
    }

    @Test
    void lengthThatTheCodecCannotReach_isRefusedBeforeAnyRoomIsMade() throws IOException {
        byte[] payload = {-1, -1, -1, -1, 7, 0};

        try (BlockDecompressor decompressor = new BlockDecompressor(CODECS, NOTHING)) {
            assertThatExceptionOfType(MalformedDataException.class)
                    .isThrownBy(() -> decompressor.decompress(CompressionType.LZ4, payload, 0, payload.length, NOTHING))
                    .withMessage("lz4 block of 6 bytes with a declared size of 2147483647");
        }
    }

    @Test
    void typeThatIsNotSupported_isNamed() {
        byte[] payload = {1, 0};

        try (BlockDecompressor decompressor = new BlockDecompressor(CODECS, NOTHING)) {
            assertThatExceptionOfType(UnsupportedTypeException.class)
                    .isThrownBy(() -> decompressor.decompress(CompressionType.XPRESS, payload, 0, 2, NOTHING))
                    .withMessage("xpress is not supported");
        }
    }

    @Test
    void close_givesTheDictionaryBack() throws IOException {
        byte[] dictionary = Arrays.copyOf(new byte[] {1, 2, 3}, 100);
        byte[] payload = compressed(Codec.ZSTD, dictionary);
        BlockDecompressor decompressor = new BlockDecompressor(CODECS, dictionary);
        decompressor.decompress(CompressionType.ZSTD, payload, 0, payload.length, NOTHING);

        decompressor.close();

        assertThatIllegalStateException()
                .isThrownBy(() -> decompressor.decompress(CompressionType.ZSTD, payload, 0, payload.length, NOTHING))
                .withMessage("the dictionary is closed");
    }

    private static byte[] compressed(Codec codec, byte[] dictionary) throws IOException {
        try (BlockCompressor compressor = BlockCompressor.of(CodecSpec.of(codec), CODECS, dictionary)) {
            byte[] out = new byte[compressor.room(BLOCK.length)];
            return Arrays.copyOf(out, compressor.compress(BLOCK, BLOCK.length, out));
        }
    }
}
