package io.narrows.unpack.find;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.narrows.unpack.PieceKind;
import io.narrows.unpack.Refusal;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class GzipMemberTest {
    private static final byte[] TEXT = Contents.text(1, 150_000);

    /** A header, and a block of the reserved type. */
    private static final byte[] NO_MEMBER = {0x1f, (byte) 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 6};

    @Test
    void deflateStreams_arePieces() {
        byte[] packed = Packed.gzip(TEXT);

        FoundPieces found = FoundPieces.in(Contents.text(2, 500), packed, packed, Contents.noise(3, 500));

        assertThat(found.kinds()).containsExactly(PieceKind.DEFLATE, PieceKind.DEFLATE);
        assertThat(found.content()).isEqualTo(Packed.joined(TEXT, TEXT));
        assertThat(found.located().get(0).at()).isEqualTo(500 + 10);
        assertThat(found.data(0)).hasSize(packed.length - 18);
    }

    @Test
    @Tag("long")
    void fieldsOfTheHeader_arePlain() {
        byte[] deflated = Packed.deflate(Arrays.copyOf(TEXT, 2000));
        for (int flags = 0; flags < 0x20; flags++) {
            byte[] stream = Packed.joined(
                    Contents.noise(flags, 20), header(flags), deflated, new byte[8], Contents.noise(4, 30));
            for (int cut = 0; cut <= stream.length; cut += 1 + cut / 80) {
                FoundPieces found = FoundPieces.inHalves(stream, cut);

                assertThat(found.content()).as("flags=%d, cut=%d", flags, cut).isEqualTo(Arrays.copyOf(TEXT, 2000));
            }
        }
    }

    private static byte[] header(int flags) {
        return Packed.joined(
                new byte[] {0x1f, (byte) 0x8b, 8, (byte) flags, 1, 2, 3, 4, 0, 3},
                (flags & 4) != 0 ? new byte[] {5, 0, 1, 0, 3, 4, 5} : new byte[0],
                (flags & 8) != 0 ? new byte[] {'a', '.', 't', 0} : new byte[0],
                (flags & 16) != 0 ? new byte[] {0} : new byte[0],
                (flags & 2) != 0 ? new byte[] {9, 9} : new byte[0]);
    }

    @Test
    void member_isFoundAtEveryCut() {
        byte[] text = Contents.text(5, 600);
        byte[] stream =
                Packed.joined(Contents.noise(6, 70), Packed.gzip(text), Contents.text(7, 70), Packed.gzip(text));

        for (int cut = 0; cut <= stream.length; cut++) {
            assertThat(FoundPieces.inHalves(stream, cut).content())
                    .as("cut=%d", cut)
                    .isEqualTo(Packed.joined(text, text));
        }
    }

    @Test
    void damagedMember_isPlainAndSearched() {
        byte[] packed = Packed.gzip(TEXT);
        packed[10] = 6; // a reserved type of blocks

        FoundPieces found = FoundPieces.in(packed, Packed.gzip(TEXT));

        assertThat(found.content()).isEqualTo(TEXT);
    }

    @Test
    void contentAboveTheLimit_isPlain() {
        byte[] bomb = Packed.gzip(new byte[4 * FoundPieces.LONGEST + 1]);

        FoundPieces found = FoundPieces.in(bomb, Packed.gzip(TEXT));

        assertThat(found.content()).isEqualTo(TEXT);
        assertThat(found.refusals()).containsExactly(Refusal.RATIO);
    }

    @Test
    void pieceAboveTheLimit_isPlain() {
        FoundPieces found = new FoundPieces(FoundPieces.ALL, 5000);
        byte[] packed = Packed.gzip(TEXT);

        found.read(packed).read(Packed.gzip(Arrays.copyOf(TEXT, 10_000)));

        assertThat(packed).hasSizeGreaterThan(5000);
        assertThat(found.content()).isEqualTo(Arrays.copyOf(TEXT, 10_000));
    }

    @Test
    void contentThatIsMuchLonger_isPlain() {
        byte[] zeros = new byte[300_000];

        FoundPieces found = FoundPieces.in(Packed.gzip(zeros), Packed.gzip(TEXT));

        assertThat(found.content()).isEqualTo(TEXT);
        assertThat(found.refusals()).containsExactly(Refusal.RATIO);
    }

    @Test
    void nameWithoutAnEnd_doesNotEndTheSearch() {
        byte[] header = NO_MEMBER.clone();
        header[GzipMember.FLAGS] = 0x08;

        FoundPieces found = FoundPieces.in(header, Contents.text(8, 600), Packed.gzip(TEXT));

        assertThat(found.content()).isEqualTo(TEXT);
        assertThat(found.refusals()).isEmpty();
    }

    @Test
    @Tag("long")
    void headersThatAreNone_doNotEndThePauses() {
        FoundPieces found = new FoundPieces(FoundPieces.ALL, FoundPieces.LONGEST);
        byte[] headers = repeated(NO_MEMBER, 6000 * NO_MEMBER.length);
        for (int bytes = 0; bytes < SearchPauses.QUIET + 2 * SearchPauses.SEARCHED; bytes += headers.length) {
            found.read(headers);
        }

        found.read(Packed.lz4(TEXT));

        assertThat(found.kinds()).isEmpty();
    }

    @Test
    void emptyMembers_doNotEndThePauses() {
        FoundPieces found = new FoundPieces(FoundPieces.ALL, FoundPieces.LONGEST);
        byte[] members = repeated(Packed.gzip(new byte[0]), 64 << 10);
        for (int bytes = 0; bytes < SearchPauses.QUIET + 2 * SearchPauses.SEARCHED; bytes += members.length) {
            found.read(members);
        }

        found.read(Packed.lz4(TEXT));

        assertThat(found.kinds()).isEmpty();
    }

    @Test
    void headersThatAreNone_doNotBringPausesForward() {
        byte[] packed = Packed.lz4(TEXT);

        FoundPieces found = FoundPieces.in(repeated(NO_MEMBER, 256 << 10)).read(packed);

        assertThat(found.content()).isEqualTo(TEXT);
    }

    @Test
    void members_endThePauses() {
        FoundPieces found = new FoundPieces(FoundPieces.ALL, FoundPieces.LONGEST);
        byte[] quiet = new byte[64 << 10];
        for (int bytes = 0; bytes < SearchPauses.QUIET; bytes += quiet.length) {
            found.read(quiet);
        }

        found.read(Packed.gzip(TEXT));
        for (int bytes = 0; bytes < 2 * SearchPauses.SEARCHED; bytes += quiet.length) {
            found.read(quiet);
        }
        found.read(Packed.gzip(TEXT));

        assertThat(found.content()).isEqualTo(Packed.joined(TEXT, TEXT));
    }

    @Test
    void headersThatAreNone_shareAnInflaterAndItsArray() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        byte[] headers = repeated(NO_MEMBER, 6000 * NO_MEMBER.length);
        try (FoundPieces found = FoundPieces.in(headers)) {
            long before = threads.getCurrentThreadAllocatedBytes();

            found.read(headers);

            long perHeader = (threads.getCurrentThreadAllocatedBytes() - before) * NO_MEMBER.length / headers.length;
            assertThat(perHeader).isLessThan(8 << 10);
        }
    }

    @Test
    void contentBeyondTheBudgetOfARead_isPlain() {
        byte[] packed = Packed.gzip(sparse(3 << 20));

        FoundPieces inOneRead = FoundPieces.in(packed);
        FoundPieces inMany = new FoundPieces(FoundPieces.ALL, FoundPieces.LONGEST);
        for (int at = 0; at < packed.length; at += 1000) {
            inMany.read(Arrays.copyOfRange(packed, at, Math.min(packed.length, at + 1000)));
        }

        assertThat(3 << 20).isGreaterThan((1 << 20) + 17 * packed.length);
        assertThat(inOneRead.kinds()).isEmpty();
        assertThat(inMany.kinds()).containsExactly(PieceKind.DEFLATE);
    }

    @Test
    void membersOfARead_shareItsBudget() {
        byte[] content = sparse(700 << 10);
        byte[] packed = Packed.gzip(content);

        FoundPieces found = FoundPieces.in(packed, packed, packed, packed).read(packed);

        assertThat(2 * content.length).isLessThan((1 << 20) + 16 * 4 * packed.length);
        assertThat(4 * content.length).isGreaterThan((1 << 20) + 17 * 4 * packed.length);
        assertThat(found.located()).hasSizeBetween(3, 4);
        assertThat(found.located().get(found.located().size() - 1).at()).isEqualTo(4 * packed.length + 10);
    }

    @Test
    void longStreams_comeInParts() {
        byte[] text = Contents.text(8, 3_000_000);
        byte[] packed = Packed.gzip(text);
        byte[] small = Packed.gzip(Arrays.copyOf(text, 100_000));

        try (FoundPieces found = FoundPieces.streaming()) {
            found.readInCuts(Packed.joined(packed, small, packed), new Random(9), 100_000);

            int parts = (packed.length - 18 + (64 << 10) - 1) / (64 << 10);
            List<PieceKind> kinds = found.kinds();
            assertThat(parts).isGreaterThan(4);
            assertThat(kinds).hasSize(2 * parts + 1);
            assertThat(kinds.get(parts)).isEqualTo(PieceKind.DEFLATE);
            Object stream = found.located().get(0).piece().part().stream();
            for (int i = 0; i < parts; i++) {
                FoundPiece part = found.located().get(i).piece();
                assertThat(part.part())
                        .isEqualTo(new StreamedPart(PieceKind.DEFLATE_STREAM, stream, i, i == parts - 1));
                assertThat(part.length() == 64 << 10).isEqualTo(i < parts - 1);
            }
            StreamedPart next = found.located().get(parts + 1).piece().part();
            assertThat(next.stream()).isNotSameAs(stream);
            assertThat(next.index()).isZero();
        }
    }

    @Test
    void longStream_isWhole_whilePartsAreNotWanted() {
        byte[] packed = Packed.gzip(Contents.text(8, 1_000_000));
        try (FoundPieces found = FoundPieces.streaming().ready(false)) {
            found.read(Arrays.copyOf(packed, 100_000));
            assertThat(found.canCut()).isFalse();
            assertThat(found.pending()).isPositive();
            found.ready(true);
            assertThat(found.canCut()).isTrue();
            found.ready(false).read(Arrays.copyOfRange(packed, 100_000, packed.length));
            assertThat(found.kinds()).containsExactly(PieceKind.DEFLATE);
        }
    }

    @Test
    void streamThatIsTooLong_isDividedAsSoonAsPartsAreWanted_orGivenUp() {
        byte[] packed = Packed.gzip(Contents.text(8, 3_000_000));
        int longest = 200_000;
        assertThat(packed.length).isGreaterThan(2 * longest);
        try (FoundPieces found = FoundPieces.streaming(longest).ready(false)) {
            found.read(Arrays.copyOf(packed, longest)).ready(true);
            found.read(Arrays.copyOfRange(packed, longest, packed.length));
            assertThat(found.located().get(0).piece().length()).isEqualTo(longest);
            assertThat(found.refusals()).isEmpty();
            assertThat(found.pending()).isZero();
        }
        try (FoundPieces found = FoundPieces.streaming(longest).ready(false)) {
            found.read(packed);
            assertThat(found.kinds()).isEmpty();
            assertThat(found.refusals()).containsExactly(Refusal.NO_MEMORY);
        }
    }

    /** Parts count once, whatever comes behind them. */
    @Test
    void streamWithTooMuchContentBehindItsParts_isRefusedFromThere() {
        byte[] text = Contents.text(8, 3_000_000);
        byte[] packed = Packed.gzip(Arrays.copyOf(text, 100_000_000));
        try (FoundPieces found = FoundPieces.streaming()) {
            found.readInCuts(packed, new Random(9), 1_000);

            long parts = found.located().stream()
                    .mapToLong(located -> located.piece().length())
                    .sum();
            assertThat(parts).isGreaterThan(5 * (64 << 10));
            assertThat(found.refusals()).containsExactly(Refusal.RATIO);
            assertThat(found.refusedBytes()).isLessThanOrEqualTo(packed.length - parts);
        }
    }

    @Test
    void streamThatWaits_isCut_onceAPartWasReported() {
        byte[] packed = Packed.gzip(Contents.text(8, 3_000_000));
        try (FoundPieces found = FoundPieces.streaming()) {
            found.read(Arrays.copyOf(packed, 10 + (64 << 10) + 1));
            assertThat(found.located()).hasSize(1);
            assertThat(found.canCut()).isTrue();

            found.cutPending().cutPending();
            found.read(Arrays.copyOfRange(packed, 10 + (64 << 10) + 1, packed.length));

            assertThat(found.located().get(1).piece().length()).isOne();
            assertThat(found.located()
                            .get(found.located().size() - 1)
                            .piece()
                            .part()
                            .isLast())
                    .isTrue();
            assertThat(found.pending()).isZero();
        }
    }

    @Test
    void streamThatWaitsBeforeItsFirstPart_isGivenUp() {
        byte[] packed = Packed.gzip(Contents.text(8, 3_000_000));
        try (FoundPieces found = FoundPieces.streaming()) {
            found.read(Arrays.copyOf(packed, 40_000));
            assertThat(found.canCut()).isFalse();

            found.cutPending().read(Arrays.copyOfRange(packed, 40_000, packed.length));

            assertThat(found.kinds()).isEmpty();
        }
    }

    @Test
    void streamThatIsGivenUp_isPlain_andTheNextIsFound() {
        byte[] packed = Packed.gzip(Contents.text(8, 3_000_000));
        try (FoundPieces found = FoundPieces.streaming()) {
            found.read(Arrays.copyOf(packed, 200_000)).giveUpLast();
            int parts = found.located().size();
            found.read(Arrays.copyOfRange(packed, 200_000, packed.length));
            assertThat(found.located()).hasSize(parts);

            found.read(packed).giveUpLast();

            assertThat(found.located()).hasSizeGreaterThan(parts + 4);
        }
    }

    @Test
    void streamWhoseFirstPartIsGivenUp_isFollowedByWholePieces() {
        byte[] packed = Packed.gzip(Contents.text(8, 3_000_000));
        try (FoundPieces found = FoundPieces.streaming()) {
            found.read(Arrays.copyOf(packed, 100_000)).giveUpLast();
            found.read(Arrays.copyOfRange(packed, 100_000, packed.length));

            found.read(packed);

            assertThat(found.kinds()).containsExactly(PieceKind.DEFLATE_STREAM, PieceKind.DEFLATE);
        }
    }

    /** Returns content that deflate makes about 40 times shorter. */
    private static byte[] sparse(int length) {
        byte[] content = new byte[length];
        for (int at = 0; at < length; at += 1 << 10) {
            System.arraycopy(Contents.noise(at, 14), 0, content, at, 14);
        }
        return content;
    }

    private static byte[] repeated(byte[] bytes, int length) {
        byte[] repeated = new byte[length];
        for (int at = 0; at < length; at++) {
            repeated[at] = bytes[at % bytes.length];
        }
        return repeated;
    }
}
