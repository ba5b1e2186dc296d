package io.narrows.unpack.find;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.unpack.PieceKind;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import net.jpountz.lz4.LZ4FrameOutputStream.BLOCKSIZE;
import net.jpountz.lz4.LZ4FrameOutputStream.FLG;
import org.junit.jupiter.api.Test;

final class Lz4FrameTest {
    private static final FLG.Bits INDEPENDENT = FLG.Bits.BLOCK_INDEPENDENCE;
    private static final byte[] TEXT = Contents.text(1, 200_000);

    @Test
    void blocksOfAFrame_arePieces() {
        FoundPieces found = FoundPieces.in(Contents.noise(2, 999), Packed.lz4(TEXT), Contents.text(3, 99));

        assertThat(found.kinds()).hasSize(4).containsOnly(PieceKind.LZ4_BLOCK);
        assertThat(found.content()).isEqualTo(TEXT);
        assertThat(found.located().get(0).at()).isEqualTo(999 + 7 + 4);
    }

    @Test
    void checksumsAndContentSize_arePlain() {
        FoundPieces found = FoundPieces.in(
                Packed.lz4(
                        TEXT,
                        BLOCKSIZE.SIZE_64KB,
                        INDEPENDENT,
                        FLG.Bits.BLOCK_CHECKSUM,
                        FLG.Bits.CONTENT_CHECKSUM,
                        FLG.Bits.CONTENT_SIZE),
                Packed.lz4(TEXT, BLOCKSIZE.SIZE_1MB, INDEPENDENT));

        assertThat(found.kinds()).hasSize(5);
        assertThat(found.content()).isEqualTo(Packed.joined(TEXT, TEXT));
    }

    @Test
    void storedBlocks_arePlain() {
        byte[] content = Packed.joined(Contents.noise(4, 64 << 10), Arrays.copyOf(TEXT, 64 << 10));

        FoundPieces found = FoundPieces.in(Packed.lz4(content));

        assertThat(found.content()).isEqualTo(Arrays.copyOf(TEXT, 64 << 10));
    }

    @Test
    void linkedBlocks_arePiecesWithTheirPlaceInTheFrame_alsoIfStored() {
        byte[] frame = Packed.lz4(Packed.joined(Contents.noise(4, 64 << 10), TEXT));
        frame[Lz4Frame.FLAGS] &= ~0x20;

        FoundPieces found = FoundPieces.in(frame, frame);

        assertThat(found.kinds()).hasSize(10).containsOnly(PieceKind.LZ4_LINKED_BLOCK);
        for (int i = 0; i < 10; i++) {
            LinkedBlock block = found.located().get(i).piece().linked();
            assertThat(block.index()).isEqualTo(i % 5);
            assertThat(block.isStored()).isEqualTo(i % 5 == 0);
            if (i > 0) {
                LinkedBlock before = found.located().get(i - 1).piece().linked();
                assertThat(block.follows(before)).isEqualTo(i != 5);
            }
        }
    }

    @Test
    void linkedBlocks_ifNotWanted_arePlainExceptTheFirst() {
        byte[] frame = Packed.lz4(TEXT);
        frame[Lz4Frame.FLAGS] &= ~0x20;

        FoundPieces found = new FoundPieces(FoundPieces.ALL, false, FoundPieces.LONGEST).read(frame);

        assertThat(found.content()).isEqualTo(Arrays.copyOf(TEXT, 64 << 10));
    }

    @Test
    void blocksWithADictionary_arePlain() {
        byte[] frame = Packed.lz4(TEXT);
        byte[] withDictionary =
                Packed.joined(Arrays.copyOf(frame, 6), new byte[4], Arrays.copyOfRange(frame, 6, frame.length));
        withDictionary[Lz4Frame.FLAGS] |= 1;

        FoundPieces found = FoundPieces.in(withDictionary, Packed.lz4(TEXT));

        assertThat(found.content()).isEqualTo(TEXT);
        assertThat(found.located().get(0).at()).isGreaterThan(withDictionary.length);
    }

    @Test
    void skippableFrame_isPlain() {
        byte[] skippable = ByteBuffer.allocate(58)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(0x184d2a53)
                .putInt(50)
                .put(Contents.noise(5, 50))
                .array();

        FoundPieces found = FoundPieces.in(skippable, Packed.lz4(TEXT));

        assertThat(found.content()).isEqualTo(TEXT);
    }

    @Test
    void framesInARow_areFoundAtEveryCut() {
        byte[] text = Contents.text(6, 500);
        byte[] frame = Packed.lz4(
                text,
                BLOCKSIZE.SIZE_64KB,
                INDEPENDENT,
                FLG.Bits.CONTENT_SIZE,
                FLG.Bits.CONTENT_CHECKSUM,
                FLG.Bits.BLOCK_CHECKSUM);
        byte[] stream = Packed.joined(Contents.noise(7, 100), frame, frame, Contents.noise(8, 100));

        for (int cut = 0; cut <= stream.length; cut++) {
            assertThat(FoundPieces.inHalves(stream, cut).content())
                    .as("cut=%d", cut)
                    .isEqualTo(Packed.joined(text, text));
        }
    }

    @Test
    void lengthAboveThatOfTheFrame_endsIt() {
        byte[] frame = Packed.lz4(Arrays.copyOf(TEXT, 500));
        ByteBuffer.wrap(frame).order(ByteOrder.LITTLE_ENDIAN).putInt(7, (64 << 10) + 1);

        FoundPieces found = FoundPieces.in(frame, Packed.lz4(TEXT));

        assertThat(found.content()).isEqualTo(TEXT);
    }
}
