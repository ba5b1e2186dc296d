package io.narrows.unpack.find;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.ZstdInputStream;
import io.narrows.codec.PackedFormat;
import io.narrows.unpack.PieceKind;
import io.narrows.unpack.Refusal;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import net.jpountz.lz4.LZ4Factory;
import org.xerial.snappy.Snappy;

/** The pieces in a stream. Checks after each read that the parts reported so far cover the stream. */
final class FoundPieces implements PieceFinder.Receiver, AutoCloseable {
    static final int LONGEST = 1 << 20;
    static final Set<PackedFormat> ALL = EnumSet.allOf(PackedFormat.class);

    /** A piece, and the distance of its first byte from the beginning of the stream. */
    record Located(long at, FoundPiece piece) {}

    private final PieceFinder finder;
    private final int longest;
    private final ByteArrayOutputStream stream = new ByteArrayOutputStream();
    private final List<Located> pieces = new ArrayList<>();
    private final List<Refusal> refusals = new ArrayList<>();
    private long refusedBytes;
    private boolean isReady = true;
    private long reported;

    FoundPieces(Set<PackedFormat> formats, int longest) {
        this(formats, true, longest);
    }

    FoundPieces(Set<PackedFormat> formats, boolean linkedBlocks, int longest) {
        this(formats, linkedBlocks, Set.of(), longest);
    }

    private FoundPieces(Set<PackedFormat> formats, boolean linkedBlocks, Set<PieceKind> divided, int longest) {
        this.finder = new PieceFinder(formats, linkedBlocks, divided, parts -> isReady, longest);
        this.longest = longest;
    }

    /** Creates a finder that divides long pieces. */
    static FoundPieces streaming() {
        return streaming(LONGEST);
    }

    /** Sets whether parts are wanted from now on. */
    FoundPieces ready(boolean now) {
        isReady = now;
        return this;
    }

    static FoundPieces streaming(int longest) {
        return new FoundPieces(ALL, true, EnumSet.allOf(PieceKind.class), longest);
    }

    /** Finds all pieces of a stream that comes in one read. */
    static FoundPieces in(byte[]... parts) {
        return new FoundPieces(ALL, LONGEST).read(Packed.joined(parts));
    }

    /** Finds all pieces of a stream that comes in two reads. */
    static FoundPieces inHalves(byte[] stream, int cut) {
        return new FoundPieces(ALL, LONGEST)
                .read(Arrays.copyOf(stream, cut))
                .read(Arrays.copyOfRange(stream, cut, stream.length));
    }

    /** Reads a stream in random cuts. */
    FoundPieces readInCuts(byte[] bytes, RandomGenerator random, int longestRead) {
        int at = 0;
        while (at < bytes.length) {
            int end = Math.min(bytes.length, at + 1 + random.nextInt(longestRead));
            read(Arrays.copyOfRange(bytes, at, end));
            at = end;
        }
        return this;
    }

    FoundPieces read(byte[] bytes) {
        stream.writeBytes(bytes);
        ByteBuffer read = (bytes.length % 2 == 0
                        ? ByteBuffer.allocateDirect(bytes.length + 6)
                        : ByteBuffer.allocate(bytes.length + 6))
                .position(3)
                .put(bytes)
                .flip()
                .position(3);
        finder.find(read, this);
        assertThat(read.remaining()).isZero();
        return check();
    }

    FoundPieces passPending() {
        finder.passPending(this);
        assertThat(finder.pending()).isZero();
        return check();
    }

    private FoundPieces check() {
        assertThat(reported + finder.pending()).isEqualTo(stream.size());
        assertThat(finder.pending()).isBetween(0, longest);
        return this;
    }

    @Override
    public void plain(int bytes) {
        assertThat(bytes).isPositive();
        reported += bytes;
    }

    @Override
    public void piece(FoundPiece piece) {
        assertThat(piece.length()).isBetween(piece.kind().shortest(), longest);
        int end = piece.part() == null ? 0 : -1;
        for (Hole hole : piece.holes()) {
            assertThat(hole.offset()).isGreaterThan(end);
            assertThat(hole.length()).isPositive();
            end = hole.offset() + hole.length();
        }
        assertThat(end).isLessThan(piece.length() + (piece.part() == null ? 0 : 1));
        pieces.add(new Located(reported, piece));
        reported += piece.length();
    }

    /** Has pending bytes reported as a part, if they can be. */
    FoundPieces cutPending() {
        finder.cutPending(this);
        assertThat(finder.pending()).isZero();
        return this;
    }

    /** Gives up the rest of the piece of the last part. */
    FoundPieces giveUpLast() {
        StreamedPart last = pieces.get(pieces.size() - 1).piece().part();
        finder.giveUp(last, !last.continues(), this);
        return this;
    }

    boolean canCut() {
        return finder.canCut();
    }

    @Override
    public void refused(PieceKind kind, Refusal reason, int bytes) {
        assertThat(bytes).isPositive();
        refusals.add(reason);
        refusedBytes += bytes;
    }

    long refusedBytes() {
        return refusedBytes;
    }

    List<Refusal> refusals() {
        return refusals;
    }

    int pending() {
        return finder.pending();
    }

    List<Located> located() {
        return pieces;
    }

    List<PieceKind> kinds() {
        return pieces.stream().map(one -> one.piece().kind()).toList();
    }

    /** Returns the compressed data of a piece, without holes. */
    byte[] data(int index) {
        Located located = pieces.get(index);
        byte[] all = stream.toByteArray();
        int begin = (int) located.at();
        ByteArrayOutputStream data = new ByteArrayOutputStream();
        int at = 0;
        for (Hole hole : located.piece().holes()) {
            data.write(all, begin + at, hole.offset() - at);
            at = hole.offset() + hole.length();
        }
        data.write(all, begin + at, located.piece().length() - at);
        return data.toByteArray();
    }

    /** Returns the content of all pieces, each of which must be exactly one compressed unit. */
    byte[] content() {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        for (int i = 0; i < pieces.size(); i++) {
            content.writeBytes(unpacked(pieces.get(i).piece().kind(), data(i)));
        }
        return content.toByteArray();
    }

    private static byte[] unpacked(PieceKind kind, byte[] data) {
        try {
            return switch (kind) {
                case LZ4_BLOCK, LZ4_LINKED_BLOCK ->
                    LZ4Factory.fastestInstance().safeDecompressor().decompress(data, 4 << 20);
                case SNAPPY_BLOCK -> Snappy.uncompress(data);
                case DEFLATE, DEFLATE_STREAM -> inflated(data);
                case ZSTD_FRAME, ZSTD_STREAM -> new ZstdInputStream(new ByteArrayInputStream(data)).readAllBytes();
            };
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] inflated(byte[] data) {
        Inflater inflater = new Inflater(true);
        try {
            byte[] content = new byte[4 << 20];
            inflater.setInput(data);
            int length = inflater.inflate(content);
            assertThat(inflater.finished()).isTrue();
            assertThat(inflater.getRemaining()).isZero();
            return Arrays.copyOf(content, length);
        } catch (DataFormatException e) {
            throw new AssertionError(e);
        } finally {
            inflater.end();
        }
    }

    @Override
    public void close() {
        finder.close();
    }
}
