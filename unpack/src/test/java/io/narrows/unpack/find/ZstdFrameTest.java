package io.narrows.unpack.find;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdDictTrainer;
import com.github.luben.zstd.ZstdOutputStream;
import io.narrows.codec.PackedFormat;
import io.narrows.unpack.PieceKind;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ZstdFrameTest {
    private static final byte[] TEXT = Contents.text(1, 300_000);

    @ParameterizedTest
    @CsvSource({"true, true", "true, false", "false, true", "false, false"})
    void frames_arePieces(boolean withSize, boolean withChecksum) {
        byte[] packed = Packed.zstd(TEXT, withSize, withChecksum);
        byte[] small = Packed.zstd(Arrays.copyOf(TEXT, 200), withSize, withChecksum);

        FoundPieces found = FoundPieces.in(Contents.text(2, 51), packed, small, Contents.noise(3, 200));

        assertThat(found.kinds()).containsExactly(PieceKind.ZSTD_FRAME, PieceKind.ZSTD_FRAME);
        assertThat(found.content()).isEqualTo(Packed.joined(TEXT, Arrays.copyOf(TEXT, 200)));
        assertThat(found.located().get(0).at()).isEqualTo(51);
        assertThat(found.located().get(1).at()).isEqualTo(51 + packed.length);
    }

    @Test
    void rawAndRepeatedBlocks_areRead() {
        byte[] content = Packed.joined(Contents.noise(4, 200_000), new byte[300_000], Arrays.copyOf(TEXT, 1000));

        FoundPieces found = FoundPieces.in(Packed.zstd(content, true, true));

        assertThat(found.content()).isEqualTo(content);
    }

    @Test
    void frame_isFoundAtEveryCutButThatAfterItsFirstByte() {
        byte[] text = Contents.text(5, 300);
        byte[] stream = Packed.joined(Contents.noise(6, 70), Packed.zstd(text, true, true), Contents.text(7, 70));

        for (int cut = 0; cut <= stream.length; cut++) {
            byte[] content = FoundPieces.inHalves(stream, cut).content();

            assertThat(content).as("cut=%d", cut).isEqualTo(cut == 71 ? new byte[0] : text);
        }
    }

    @Test
    void beginningOfTheMagicNumber_isPendingForOneRead() {
        FoundPieces found = new FoundPieces(FoundPieces.ALL, FoundPieces.LONGEST);

        found.read(new byte[] {'a', 'b', 0x28});
        assertThat(found.pending()).isZero();
        found.read(new byte[] {'a', 'b', 0x28, (byte) 0xb5});
        assertThat(found.pending()).isEqualTo(2);
        found.read(new byte[] {0x2f});
        assertThat(found.pending()).isEqualTo(3);
        found.read(new byte[] {'x'});
        assertThat(found.pending()).isZero();
    }

    @Test
    void beginningOfTheMagicNumberThatWasPassed_isNoPiece() {
        byte[] packed = Packed.zstd(TEXT, true, true);
        FoundPieces found = new FoundPieces(FoundPieces.ALL, FoundPieces.LONGEST);

        found.read(Arrays.copyOf(packed, 3)).passPending();
        found.read(Arrays.copyOfRange(packed, 3, packed.length)).read(packed);

        assertThat(found.content()).isEqualTo(TEXT);
        assertThat(found.located().get(0).at()).isEqualTo(packed.length);
    }

    @Test
    void frameWithADictionary_isPlain() {
        byte[] dictionary = trained();
        byte[] packed;
        try (ZstdCompressCtx context = new ZstdCompressCtx()) {
            packed = context.loadDict(dictionary).compress(TEXT);
        }

        FoundPieces found = FoundPieces.in(packed, Packed.zstd(TEXT, true, true));

        assertThat(found.content()).isEqualTo(TEXT);
        assertThat(found.located().get(0).at()).isEqualTo(packed.length);
    }

    @Test
    void longFrameWithoutASize_comesInParts() {
        byte[] content = Contents.noise(8, 300_000);
        byte[] packed = Packed.zstd(content, false, true);

        FoundPieces found = FoundPieces.streaming();
        found.read(Contents.text(2, 51))
                .readInCuts(packed, new Random(1), 20_000)
                .read(Packed.zstd(TEXT, false, true));

        int parts = packed.length / Partition.LONGEST_PART + 1;
        assertThat(found.kinds())
                .hasSize(parts + 1)
                .startsWith(PieceKind.ZSTD_STREAM)
                .endsWith(PieceKind.ZSTD_FRAME);
        ByteArrayOutputStream joined = new ByteArrayOutputStream();
        for (int i = 0; i < parts; i++) {
            StreamedPart part = found.located().get(i).piece().part();
            assertThat(part.index()).isEqualTo(i);
            assertThat(part.isLast()).isEqualTo(i == parts - 1);
            joined.writeBytes(found.data(i));
        }
        assertThat(joined.toByteArray()).isEqualTo(packed);
    }

    @Test
    void longFrameWithASize_isAPieceAsAWhole() {
        byte[] packed = Packed.zstd(Contents.noise(9, 300_000), true, true);

        FoundPieces found = FoundPieces.streaming().read(packed);

        assertThat(found.kinds()).containsExactly(PieceKind.ZSTD_FRAME);
    }

    /** No recipe has such a window, and a decoder would have to keep it. */
    @Test
    void longFrameWithALargeWindow_isAPieceAsAWhole() throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (ZstdOutputStream out = new ZstdOutputStream(packed, 3).setLong(22)) {
            out.write(Contents.noise(10, 300_000));
        }

        FoundPieces found = FoundPieces.streaming().read(packed.toByteArray());

        assertThat(found.kinds()).containsExactly(PieceKind.ZSTD_FRAME);
    }

    /** Other encoders may make later frames as a whole. */
    @Test
    void afterAFirstPartThatWentAsItIs_framesAreDividedAsLateAsPossible() {
        byte[] packed = Packed.zstd(Contents.noise(11, 300_000), false, true);
        byte[] member = Packed.gzip(Contents.noise(12, 200_000));
        FoundPieces found = FoundPieces.streaming();

        found.read(Arrays.copyOf(packed, 100_000)).giveUpLast();
        found.read(Arrays.copyOfRange(packed, 100_000, packed.length))
                .read(packed)
                .read(member);

        assertThat(found.kinds()).startsWith(PieceKind.ZSTD_STREAM, PieceKind.ZSTD_FRAME, PieceKind.DEFLATE_STREAM);
    }

    @Test
    void frameThatIsCutWithinABlockHeader_endsWhereItIsDamaged() {
        byte[] packed = Packed.zstd(Contents.noise(13, 400_000), false, false);
        int second = 6 + 3 + (128 << 10); // its header is that of a raw block
        packed[second] |= 6;
        FoundPieces found = FoundPieces.streaming();

        found.read(Arrays.copyOf(packed, second + 1))
                .cutPending()
                .read(Arrays.copyOfRange(packed, second + 1, packed.length));

        assertThat(found.kinds()).containsOnly(PieceKind.ZSTD_STREAM);
        assertThat(found.located()).noneMatch(one -> one.piece().part().isLast());
        assertThat(found.pending()).isZero();
    }

    private static byte[] trained() {
        ZstdDictTrainer trainer = new ZstdDictTrainer(200_000, 4_000);
        for (int at = 0; at + 500 <= TEXT.length; at += 500) {
            trainer.addSample(Arrays.copyOfRange(TEXT, at, at + 500));
        }
        return trainer.trainSamples();
    }

    @Test
    void frameThatIsNotWanted_isPlain() {
        FoundPieces found = new FoundPieces(EnumSet.of(PackedFormat.LZ4), FoundPieces.LONGEST);

        found.read(Packed.zstd(TEXT, true, true)).read(Packed.lz4(Arrays.copyOf(TEXT, 1000)));

        assertThat(found.content()).isEqualTo(Arrays.copyOf(TEXT, 1000));
    }
}
