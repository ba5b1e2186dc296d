package io.narrows.unpack.find;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.unpack.PieceKind;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

final class PieceFinderTest {
    private static final byte[] TEXT = Contents.text(1, 200_000);

    @Test
    void bytesOutsideOfPieces_areNeverPending() {
        FoundPieces found = new FoundPieces(FoundPieces.ALL, FoundPieces.LONGEST);

        for (int length = 1; length < 300; length++) {
            assertThat(found.read(Contents.text(length, length)).pending()).isZero();
        }
    }

    @Test
    void incompletePiece_isPendingFromItsFirstByte() {
        byte[] packed = Packed.lz4(TEXT);

        FoundPieces found = FoundPieces.in(Arrays.copyOf(packed, 111));

        assertThat(found.pending()).isEqualTo(100);
    }

    @Test
    void passedBlockOfLz4_isPlainAndTheNextIsFound() {
        byte[] packed = Packed.lz4(TEXT);
        FoundPieces found = FoundPieces.in(Arrays.copyOf(packed, 111));

        found.passPending();
        found.read(Arrays.copyOfRange(packed, 111, 222));
        assertThat(found.pending()).isZero();
        found.read(Arrays.copyOfRange(packed, 222, packed.length));

        assertThat(found.content()).isEqualTo(Arrays.copyOfRange(TEXT, 64 << 10, TEXT.length));
    }

    @Test
    void passedPieces_arePlainInEveryFormat() {
        byte[] text = Arrays.copyOf(TEXT, 3000);
        byte[][] all = {
            Packed.lz4(text),
            Packed.zstd(text, true, true),
            Packed.gzip(text),
            Packed.xerial(text, 32 << 10),
            Packed.snappyFrames(text),
            Packed.kafkaBatch(2, -1, Packed.snappy(text)),
            Http2Bytes.ofClient()
                    .data(1, Http2Bytes.message(true, Packed.gzip(text)))
                    .bytes()
        };
        for (byte[] packed : all) {
            for (int cut = 1; cut < packed.length; cut += 7) {
                FoundPieces found = FoundPieces.in(Arrays.copyOf(packed, cut));
                boolean inside =
                        found.pending() > 10; // fewer may be a header by which a protocol's content is recognized

                found.passPending()
                        .read(Arrays.copyOfRange(packed, cut, packed.length))
                        .read(Contents.text(2, 100));

                assertThat(found.pending()).isZero();
                assertThat(found.kinds()).hasSizeLessThanOrEqualTo(inside ? 0 : 1);
            }
        }
    }

    @Test
    void streamThatBeginsLikeHttp2_isSearchedFromItsFirstByte() {
        byte[] text = Arrays.copyOf(TEXT, 500);
        byte[] batch = Packed.kafkaBatch(2, -1, Packed.snappy(text));
        batch[3] = 4;
        byte[] request = Packed.joined("PRI * HTTP/1.0\r\n".getBytes(StandardCharsets.US_ASCII), Packed.lz4(text));
        for (byte[] stream : List.of(batch, request)) {
            for (int cut = 0; cut < 60; cut++) {
                assertThat(FoundPieces.inHalves(stream, cut).content())
                        .as("cut=%d", cut)
                        .isEqualTo(text);
            }
        }
    }

    @Test
    void piecesAfterALongStreamWithoutAny_areFoundAfterAWhile() {
        FoundPieces found = new FoundPieces(FoundPieces.ALL, FoundPieces.LONGEST);
        byte[] text = Arrays.copyOf(TEXT, 64 << 10);
        for (int bytes = 0; bytes < 2 * SearchPauses.QUIET; bytes += text.length) {
            found.read(text);
        }
        assertThat(found.kinds()).isEmpty();

        byte[] packed = Packed.lz4(text);
        int untilFound = 0;
        while (found.kinds().isEmpty()) {
            found.read(packed);
            untilFound += packed.length;
        }
        found.read(packed).read(packed);

        assertThat(untilFound).isLessThanOrEqualTo(8 * SearchPauses.SEARCHED);
        assertThat(found.kinds()).hasSize(3);
    }

    @Test
    void emptyRead_changesNothing() {
        byte[] packed = Packed.lz4(TEXT);

        FoundPieces found = new FoundPieces(FoundPieces.ALL, FoundPieces.LONGEST)
                .read(new byte[0])
                .read(Arrays.copyOf(packed, 500))
                .read(new byte[0])
                .read(Arrays.copyOfRange(packed, 500, packed.length));

        assertThat(found.content()).isEqualTo(TEXT);
    }

    @Test
    void piecesAboveTheLimit_areNeverPending() {
        FoundPieces found = new FoundPieces(FoundPieces.ALL, 100);

        found.read(Arrays.copyOf(Packed.lz4(TEXT), 200));

        assertThat(found.pending()).isZero();
    }

    @Test
    void tinyPieces_arePlain() {
        byte[] text = new byte[100];

        FoundPieces found = FoundPieces.in(
                Packed.lz4(text),
                Packed.zstd(text, true, true),
                Packed.gzip(text),
                Packed.snappyFrames(text),
                Packed.kafkaBatch(2, -1, Packed.snappy(text)),
                Packed.lz4(Arrays.copyOf(TEXT, 100)));

        assertThat(found.kinds()).containsExactly(PieceKind.LZ4_BLOCK);
    }

    @Test
    void closedInsideAPiece_freesTheInflater() {
        FoundPieces found = FoundPieces.in(Arrays.copyOf(Packed.gzip(TEXT), 1000));

        found.close();
    }
}
