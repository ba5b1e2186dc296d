package io.narrows.unpack.find;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdDictTrainer;
import io.narrows.codec.PackedFormat;
import io.narrows.unpack.PieceKind;
import java.util.Arrays;
import java.util.EnumSet;
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
