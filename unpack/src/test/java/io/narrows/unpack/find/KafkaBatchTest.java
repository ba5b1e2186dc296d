package io.narrows.unpack.find;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.codec.PackedFormat;
import io.narrows.unpack.PieceKind;
import java.util.Arrays;
import java.util.EnumSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class KafkaBatchTest {
    private static final int GZIP = 1;
    private static final int SNAPPY = 2;
    private static final int LZ4 = 3;
    private static final int ZSTD = 4;
    private static final int TRANSACTIONAL = 0x10;
    private static final byte[] TEXT = Contents.text(1, 100_000);

    @ParameterizedTest
    @ValueSource(longs = {-1, 0, 4711})
    void rawSnappy_isAPiece(long producerId) {
        byte[] batch = Packed.kafkaBatch(SNAPPY, producerId, Packed.snappy(TEXT));

        FoundPieces found = FoundPieces.in(Contents.noise(2, 33), batch, batch, Contents.text(3, 50));

        assertThat(found.kinds()).containsExactly(PieceKind.SNAPPY_BLOCK, PieceKind.SNAPPY_BLOCK);
        assertThat(found.content()).isEqualTo(Packed.joined(TEXT, TEXT));
        assertThat(found.located().get(0).at()).isEqualTo(33 + KafkaBatch.HEADER);
    }

    @Test
    void everyCodecOfTheJavaClient_isFound() {
        byte[] stream = Packed.joined(
                Packed.kafkaBatch(SNAPPY, 1, Packed.xerial(TEXT, 32 << 10)),
                Packed.kafkaBatch(GZIP | TRANSACTIONAL, 1, Packed.gzip(TEXT)),
                Packed.kafkaBatch(LZ4, 1, Packed.lz4(TEXT)),
                Packed.kafkaBatch(ZSTD, 1, Packed.zstd(TEXT, false, false)),
                Packed.kafkaBatch(0, 1, TEXT),
                Packed.kafkaBatch(SNAPPY, 1, Packed.xerial(TEXT, 32 << 10)));

        FoundPieces found = FoundPieces.in(stream);

        assertThat(found.kinds())
                .containsOnly(PieceKind.SNAPPY_BLOCK, PieceKind.DEFLATE, PieceKind.LZ4_BLOCK, PieceKind.ZSTD_FRAME);
        assertThat(found.content()).isEqualTo(Packed.joined(TEXT, TEXT, TEXT, TEXT, TEXT));
    }

    @Test
    void gzipInABatch_isFoundWithoutInflatingIt() {
        byte[] packed = Packed.gzip(TEXT);
        Arrays.fill(packed, 100, 200, (byte) 0x55);

        FoundPieces found = FoundPieces.in(Packed.kafkaBatch(GZIP, -1, packed));

        assertThat(found.kinds()).containsExactly(PieceKind.DEFLATE);
        assertThat(found.data(0)).hasSize(packed.length - 18);
    }

    @Test
    void batches_areFoundAtEveryCut() {
        byte[] text = Contents.text(4, 400);
        byte[] stream = Packed.joined(
                new byte[] {0, 0, 0, 0, 2, 0, 2, 0, 1},
                Packed.kafkaBatch(SNAPPY, -1, Packed.snappy(text)),
                Packed.kafkaBatch(SNAPPY, 9, Packed.xerial(text, 32 << 10)),
                Packed.kafkaBatch(GZIP, -1, Packed.gzip(text)),
                Packed.kafkaBatch(ZSTD, -1, Packed.zstd(text, false, false)));
        byte[] beforeZstd = Packed.joined(text, text, text);
        int zstd = stream.length - Packed.zstd(text, false, false).length;

        for (int cut = 0; cut <= stream.length; cut++) {
            byte[] content = FoundPieces.inHalves(stream, cut).content();

            assertThat(content)
                    .as("cut=%d", cut)
                    .isEqualTo(cut == zstd + 1 ? beforeZstd : Packed.joined(beforeZstd, text));
        }
    }

    @Test
    void rawSnappy_isFoundInTinyReads() {
        byte[] stream = Packed.kafkaBatch(SNAPPY, -1, Packed.snappy(TEXT));
        FoundPieces found = new FoundPieces(EnumSet.of(PackedFormat.SNAPPY), FoundPieces.LONGEST);

        for (byte one : stream) {
            found.read(new byte[] {one});
        }

        assertThat(found.content()).isEqualTo(TEXT);
    }

    @Test
    void longBatch_isPlainButForItsBlocks() {
        FoundPieces found = new FoundPieces(FoundPieces.ALL, 10_000);

        found.read(Packed.joined(
                Packed.kafkaBatch(SNAPPY, -1, Packed.snappy(TEXT)),
                Packed.kafkaBatch(SNAPPY, -1, Packed.xerial(TEXT, 16 << 10))));

        assertThat(found.content()).isEqualTo(TEXT);
    }

    @Test
    void contentThatIsNotCompressed_isSearched() {
        byte[] frame = Packed.lz4(TEXT);

        FoundPieces found = FoundPieces.in(
                Packed.kafkaBatch(SNAPPY, -1, Packed.joined(new byte[] {7, 7, 7}, frame)),
                Packed.kafkaBatch(GZIP, -1, Packed.joined(new byte[] {7}, frame)));

        assertThat(found.content()).isEqualTo(Packed.joined(TEXT, TEXT));
    }
}
