package io.narrows.unpack.find;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.unpack.PieceKind;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

final class SnappyStreamsTest {
    private static final byte[] TEXT = Contents.text(1, 150_000);

    @Test
    void blocksOfSnappyJava_arePieces() {
        FoundPieces found = FoundPieces.in(Contents.noise(2, 77), Packed.xerial(TEXT, 32 << 10), Contents.text(3, 400));

        assertThat(found.kinds()).hasSize(5).containsOnly(PieceKind.SNAPPY_BLOCK);
        assertThat(found.content()).isEqualTo(TEXT);
        assertThat(found.located().get(0).at()).isEqualTo(77 + 16 + 4);
    }

    @Test
    void chunksOfTheFramingFormat_arePieces() {
        FoundPieces found = FoundPieces.in(Contents.noise(2, 77), Packed.snappyFrames(TEXT), Contents.text(3, 400));

        assertThat(found.kinds()).hasSize(3).containsOnly(PieceKind.SNAPPY_BLOCK);
        assertThat(found.content()).isEqualTo(TEXT);
        assertThat(found.located().get(0).at()).isEqualTo(77 + 10 + 8);
    }

    @Test
    void chunksOfOtherTypes_arePlain() {
        byte[] padding = {(byte) 0xfe, 3, 0, 0, 1, 2, 3};
        byte[] one = Packed.snappyFrames(Arrays.copyOf(TEXT, 1000));
        byte[] stored = Packed.snappyFrames(Contents.noise(4, 1000));

        FoundPieces found = FoundPieces.in(
                stored, Arrays.copyOfRange(one, 10, one.length), padding, Arrays.copyOfRange(one, 10, one.length), one);

        assertThat(found.content()).hasSize(3000);
    }

    @Test
    void streamsOfSnappyJavaInARow_areFound() {
        byte[] packed = Packed.xerial(TEXT, 32 << 10);

        FoundPieces found = FoundPieces.in(packed, packed);

        assertThat(found.content()).isEqualTo(Packed.joined(TEXT, TEXT));
    }

    @Test
    void formatDirectlyBehindAStream_isFound() {
        byte[] text = Contents.text(5, 400);

        FoundPieces found = FoundPieces.in(
                Packed.xerial(text, 32 << 10),
                Packed.lz4(text),
                Packed.snappyFrames(text),
                Packed.xerial(text, 32 << 10));

        assertThat(found.kinds())
                .containsExactly(
                        PieceKind.SNAPPY_BLOCK, PieceKind.LZ4_BLOCK, PieceKind.SNAPPY_BLOCK, PieceKind.SNAPPY_BLOCK);
    }

    @Test
    void whatFollowsAStream_isNotPending() {
        byte[] next = {0, 0, 2, 0, 0, 1, 0, 1, 0, 1, 0, 0, 0, 1, 0, 0};

        FoundPieces xerial = FoundPieces.in(Packed.xerial(TEXT, 32 << 10), next);
        FoundPieces frames = FoundPieces.in(Packed.snappyFrames(TEXT), next);

        assertThat(xerial.pending()).isZero();
        assertThat(frames.pending()).isZero();
    }

    @Test
    void streams_areFoundAtEveryCut() {
        byte[] text = Contents.text(6, 400);
        byte[] stream = Packed.joined(
                Contents.noise(7, 70),
                Packed.snappyFrames(text),
                Contents.text(8, 70),
                Packed.xerial(text, 32 << 10),
                new byte[70]);

        for (int cut = 0; cut <= stream.length; cut++) {
            assertThat(FoundPieces.inHalves(stream, cut).content())
                    .as("cut=%d", cut)
                    .isEqualTo(Packed.joined(text, text));
        }
    }
}
