package io.narrows.unpack.find;

import static io.narrows.unpack.find.Http2Bytes.message;
import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.unpack.PieceKind;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class GrpcMessagesTest {
    private static final byte[] TEXT = Contents.text(1, 100_000);
    private static final byte[] SHORT_TEXT = Arrays.copyOf(TEXT, 300);

    static Stream<byte[]> packed() {
        return Stream.of(
                Packed.gzip(TEXT),
                Packed.zlib(TEXT),
                Packed.snappyFrames(TEXT),
                Packed.snappy(TEXT),
                Packed.zstd(TEXT, true, false),
                Packed.lz4(TEXT));
    }

    @ParameterizedTest
    @MethodSource("packed")
    void compressedMessages_arePieces(byte[] packed) {
        byte[] message = message(true, packed);
        byte[] client = Http2Bytes.ofClient().data(1, message).data(3, message).bytes();
        byte[] server =
                Http2Bytes.ofServer().data(1, Packed.joined(message, message)).bytes();

        assertThat(FoundPieces.in(client).content()).isEqualTo(Packed.joined(TEXT, TEXT));
        assertThat(FoundPieces.in(server).content()).isEqualTo(Packed.joined(TEXT, TEXT));
    }

    @ParameterizedTest
    @MethodSource("packed")
    void frameHeadersInAMessage_areHoles(byte[] packed) {
        byte[] stream = Http2Bytes.ofClient()
                .dataInFrames(1, message(true, packed), 1000)
                .data(1, message(false, TEXT))
                .bytes();

        FoundPieces found = FoundPieces.in(stream);

        assertThat(found.content()).isEqualTo(TEXT);
        List<Hole> holes = found.located().get(0).piece().holes();
        assertThat(holes).isNotEmpty().allMatch(hole -> hole.length() == 9);
    }

    @Test
    void pieceOfGzip_beginsAfterItsHeader() {
        byte[] packed = Packed.gzip(TEXT);
        Http2Bytes direction = Http2Bytes.ofClient();
        int begin = direction.length() + 9 + 5 + 10;

        FoundPieces found =
                FoundPieces.in(direction.data(1, message(true, packed)).bytes());

        assertThat(found.located())
                .containsExactly(new FoundPieces.Located(
                        begin, new FoundPiece(PieceKind.DEFLATE, packed.length - 18, List.of())));
    }

    @Test
    void otherFramesInAMessage_areHoles() {
        byte[] message = message(true, Packed.gzip(SHORT_TEXT));
        byte[] stream = Http2Bytes.ofClient()
                .data(1, Arrays.copyOf(message, 50))
                .frame(Http2Bytes.PING, 0, 0, new byte[8])
                .frame(Http2Bytes.HEADERS, 4, 3, Contents.noise(2, 40))
                .frame(Http2Bytes.DATA, Http2Bytes.END_STREAM, 1, Arrays.copyOfRange(message, 50, message.length))
                .bytes();

        FoundPieces found = FoundPieces.in(stream);

        assertThat(found.content()).isEqualTo(SHORT_TEXT);
        assertThat(found.located().get(0).piece().holes()).containsExactly(new Hole(35, 17 + 49 + 9));
    }

    @Test
    void messagesOfTwoStreamsInterleaved_areFoundWhereTheyDoNotOverlap() {
        byte[] message = message(true, Packed.gzip(SHORT_TEXT));
        byte[] begin = Arrays.copyOf(message, 60);
        byte[] end = Arrays.copyOfRange(message, 60, message.length);
        byte[] stream = Http2Bytes.ofClient()
                .data(1, begin)
                .data(3, begin)
                .data(1, Packed.joined(end, message))
                .data(3, end)
                .data(3, message)
                .bytes();

        FoundPieces found = FoundPieces.in(stream);

        assertThat(found.content()).isEqualTo(Packed.joined(SHORT_TEXT, SHORT_TEXT, SHORT_TEXT));
        assertThat(found.located().get(0).piece().holes()).hasSize(1);
    }

    @Test
    void messages_areFoundAtEveryCut() {
        byte[] one = message(true, Packed.gzip(SHORT_TEXT));
        byte[] two = message(true, Packed.snappyFrames(SHORT_TEXT));
        byte[] three = message(true, Packed.zstd(SHORT_TEXT, true, false));
        byte[] stream = Http2Bytes.ofClient()
                .dataInFrames(1, Packed.joined(one, two), 37)
                .data(3, Arrays.copyOf(three, 20))
                .data(5, two)
                .data(3, Arrays.copyOfRange(three, 20, three.length))
                .data(5, one)
                .bytes();

        for (int cut = 0; cut <= stream.length; cut++) {
            assertThat(FoundPieces.inHalves(stream, cut).content())
                    .as("cut=%d", cut)
                    .isEqualTo(Packed.joined(SHORT_TEXT, SHORT_TEXT, SHORT_TEXT, SHORT_TEXT));
        }
    }

    @Test
    void paddedFrames_areRead() {
        byte[] message = message(true, Packed.zstd(SHORT_TEXT, true, false));
        byte[] stream = Http2Bytes.ofServer()
                .frame(
                        Http2Bytes.DATA,
                        Http2Bytes.PADDED,
                        1,
                        Packed.joined(new byte[] {3}, Arrays.copyOf(message, 70), new byte[3]))
                .frame(
                        Http2Bytes.DATA,
                        Http2Bytes.PADDED,
                        1,
                        Packed.joined(new byte[] {0}, Arrays.copyOfRange(message, 70, message.length)))
                .bytes();

        FoundPieces found = FoundPieces.in(stream);

        assertThat(found.content()).isEqualTo(SHORT_TEXT);
        assertThat(found.located().get(0).piece().holes()).containsExactly(new Hole(65, 3 + 9 + 1));
    }

    @Test
    void messageOfAResetStream_isPlain() {
        byte[] message = message(true, Packed.gzip(SHORT_TEXT));
        FoundPieces found = FoundPieces.in(
                Http2Bytes.ofClient().data(1, Arrays.copyOf(message, 80)).bytes());
        assertThat(found.pending()).isPositive();

        found.read(
                new Http2Bytes().frame(Http2Bytes.RST_STREAM, 0, 1, new byte[4]).bytes());
        assertThat(found.pending()).isZero();

        found.read(new Http2Bytes().data(3, message).bytes());
        assertThat(found.content()).isEqualTo(SHORT_TEXT);
    }

    @Test
    void messageThatWasPassed_doesNotHinderOthers() {
        byte[] message = message(true, Packed.gzip(SHORT_TEXT));
        FoundPieces found = FoundPieces.in(
                Http2Bytes.ofClient().data(1, Arrays.copyOf(message, 80)).bytes());

        found.passPending().read(new Http2Bytes().data(3, message).bytes());
        found.read(new Http2Bytes()
                .data(1, Arrays.copyOfRange(message, 80, message.length))
                .data(1, message)
                .bytes());

        assertThat(found.content()).isEqualTo(Packed.joined(SHORT_TEXT, SHORT_TEXT));
    }

    @Test
    void messageInManyFrames_isPlain() {
        byte[] message = message(true, Packed.gzip(TEXT));
        byte[] stream = Http2Bytes.ofClient()
                .dataInFrames(1, message, message.length / (2 * Partition.MOST_HOLES))
                .data(1, message)
                .bytes();

        FoundPieces found = FoundPieces.in(stream);

        assertThat(found.content()).isEqualTo(TEXT);
    }

    @Test
    void streamsThatAreNotGrpc_arePlain() {
        byte[] stream = Http2Bytes.ofClient()
                .data(1, Contents.text(2, 5000))
                .data(3, message(true, Packed.gzip(TEXT)))
                .data(1, message(true, Packed.gzip(TEXT)))
                .bytes();

        FoundPieces found = FoundPieces.in(stream);

        assertThat(found.content()).isEqualTo(TEXT);
    }

    @Test
    void streamThatIsHttp2NoLonger_isSearched() {
        byte[] stream = Packed.joined(
                Http2Bytes.ofClient().data(0, new byte[10]).bytes(), Contents.text(3, 100), Packed.lz4(TEXT));

        assertThat(FoundPieces.in(stream).content()).isEqualTo(TEXT);
    }

    /** The message is longer than a piece, and frames of another stream lie between its own. */
    @Test
    void longMessage_comesInParts_withHoles() {
        byte[] packed = Packed.gzip(Contents.noise(7, 2_000_000));
        byte[] message = Http2Bytes.message(true, packed);
        Http2Bytes stream = Http2Bytes.ofClient();
        for (int at = 0; at < message.length; at += 16_384) {
            stream.data(1, Arrays.copyOfRange(message, at, Math.min(message.length, at + 16_384)));
            stream.frame(Http2Bytes.PING, 0, 0, new byte[8]);
        }
        try (FoundPieces found = FoundPieces.streaming()) {
            found.read(stream.bytes());

            ByteArrayOutputStream data = new ByteArrayOutputStream();
            for (int i = 0; i < found.located().size(); i++) {
                data.writeBytes(found.data(i));
            }
            assertThat(data.toByteArray()).isEqualTo(Arrays.copyOfRange(packed, 10, packed.length - 8));
            assertThat(found.kinds()).hasSizeGreaterThan(30).containsOnly(PieceKind.DEFLATE_STREAM);
        }
    }

    /** The message fits in a piece, but comes slowly. */
    @Test
    void messageThatWaits_comesInParts() {
        byte[] packed = Packed.gzip(Contents.noise(7, 300_000));
        Http2Bytes stream = Http2Bytes.ofClient().dataInFrames(1, Http2Bytes.message(true, packed), 16_384);
        byte[] bytes = stream.bytes();
        try (FoundPieces found = FoundPieces.streaming()) {
            found.read(Arrays.copyOf(bytes, 50_000));
            assertThat(found.canCut()).isFalse();
            found.read(Arrays.copyOfRange(bytes, 50_000, 100_000));
            assertThat(found.canCut()).isTrue();

            found.cutPending().read(Arrays.copyOfRange(bytes, 100_000, bytes.length));

            ByteArrayOutputStream data = new ByteArrayOutputStream();
            for (int i = 0; i < found.located().size(); i++) {
                data.writeBytes(found.data(i));
            }
            assertThat(data.toByteArray()).isEqualTo(Arrays.copyOfRange(packed, 10, packed.length - 8));
        }
    }
}
