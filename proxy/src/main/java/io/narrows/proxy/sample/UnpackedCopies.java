package io.narrows.proxy.sample;

import io.narrows.codec.MalformedDataException;
import io.narrows.codec.PackedFormat;
import io.narrows.proxy.link.registry.LinkTap;
import io.narrows.proxy.memory.Account;
import io.narrows.proxy.memory.Storage;
import io.narrows.unpack.DirectionUnpacker;
import io.narrows.unpack.PieceLimits;
import io.narrows.unpack.Refusal;
import io.narrows.unpack.recipe.NoWorkspaceMemoryException;
import io.narrows.unpack.recipe.Recipe;
import io.narrows.unpack.stream.CarriedReader;
import io.narrows.unpack.stream.PieceDiffersException;
import io.narrows.unpack.stream.PieceToRebuild;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * The content that a link with {@code unpack} would carry of one turn's copies, and the processor time of both ends to unpack and to rebuild
 * it. Pieces have the limits, the time and the search for recipes of a link. The content is charged to the peer's memory, and bounded: what
 * does not fit is left out, with everything behind it. Used on the worker's thread.
 */
final class UnpackedCopies implements AutoCloseable, DirectionUnpacker.Listener {
    /** Most bytes of content: eight times a full turn. */
    static final long MOST_BYTES = 16 << 20;

    /** Memory for an incomplete piece, and for the plain bytes of one, before and after they are copied. */
    static final int WORK_BYTES = PieceLimits.STANDARD.longestPiece() + 2 * PieceLimits.STANDARD.longestPlain();

    /**
     * Sums up to the end of a piece of copies.
     *
     * @param content the pieces of content
     * @param appBytes app bytes whose content is known: without those of an incomplete piece
     */
    private record Progress(int content, long appBytes, long unpackNanos, long rebuildNanos) {}

    private final WhatIfTurn.Shared shared;
    private final Account account;
    private final DirectionUnpacker unpacker;
    private final CarriedReader reader;
    private final long longestDelay;
    private final SampleCopies content;
    private final Rebuilding rebuilding = new Rebuilding();
    private final Set<PackedFormat> unpacked = EnumSet.noneOf(PackedFormat.class);
    private final List<Progress> progress = new ArrayList<>();
    private long appBytes;
    private long unpackNanos;
    private long rebuildNanos;
    private long pendingSince;
    private boolean isCharged;
    private boolean isCut;
    private boolean closed;

    /** @param formats those to unpack */
    UnpackedCopies(WhatIfTurn.Shared shared, Account account, LinkTap.Unpacking unpacking, Set<PackedFormat> formats) {
        this.shared = shared;
        this.account = account;
        this.unpacker = new DirectionUnpacker(formats, unpacking.recipes(), this, () -> 0);
        this.reader = new CarriedReader(unpacking.recipes(), PieceLimits.STANDARD);
        this.longestDelay = unpacking.longestDelay();
        this.content = new SampleCopies(shared.allocator(), account, MOST_BYTES);
        progress.add(new Progress(0, 0, 0, 0));
    }

    @Override
    public void unpacked(PackedFormat format, Recipe recipe, int bytes) {
        unpacked.add(format);
    }

    @Override
    public void refused(PackedFormat format, Refusal reason, int bytes) {}

    /** Unpacks the reads of the next piece of copies, unless memory was missing for an earlier one. */
    void read(SamplePiece reads) {
        if (!isCharged && !isCut) {
            isCharged = account.take(Storage.HEAP, WORK_BYTES);
            isCut = !isCharged;
        }
        reads.forEach(this::read);
        if (!isCut) {
            content.split();
            progress.add(
                    new Progress(content.pieces().size(), appBytes - unpacker.pending(), unpackNanos, rebuildNanos));
        }
    }

    private void read(ByteBuf bytes, int at, int length, long readAt) {
        if (isCut) {
            return;
        }
        int before = unpacker.pending();
        if (before > 0 && readAt - pendingSince >= longestDelay) {
            add(unpacker.passPending(), readAt);
            before = 0;
        }
        long start = shared.worker().threadCpuNanos();
        ByteBuffer carried = unpacker.read(bytes.nioBuffer(at, length));
        unpackNanos += shared.worker().threadCpuNanos() - start;
        appBytes += length;
        int pending = unpacker.pending();
        if (pending > 0 && (before == 0 || pending < before + length)) {
            pendingSince = readAt;
        }
        add(carried, readAt);
    }

    private void add(ByteBuffer carried, long readAt) {
        content.add(Unpooled.wrappedBuffer(carried), readAt);
        isCut = !content.takesMore();
        long start = shared.worker().threadCpuNanos();
        try {
            reader.read(carried.duplicate().position(unpacker.carriedFrom()), rebuilding);
        } catch (NoWorkspaceMemoryException e) {
            isCut = true;
        } catch (MalformedDataException e) {
            throw new IllegalStateException("cannot read the content of a sample", e);
        }
        rebuildNanos += shared.worker().threadCpuNanos() - start;
    }

    /** Rebuilds pieces as the receiver of a link does, for the time that this takes. */
    private static final class Rebuilding implements CarriedReader.Receiver {
        @Override
        public void literal(ByteBuffer bytes) {}

        @Override
        public void piece(PieceToRebuild piece) {
            try {
                piece.rebuild(ByteBuffer.allocate(piece.originalLength()));
            } catch (PieceDiffersException e) {
                throw new IllegalStateException("cannot rebuild a piece of a sample", e);
            }
        }
    }

    /** Returns whether a link would carry anything unpacked. */
    boolean isFound() {
        return !unpacked.isEmpty();
    }

    /** Returns the formats of which something was unpacked. */
    Set<PackedFormat> formats() {
        return Collections.unmodifiableSet(unpacked);
    }

    /** Returns how many pieces of copies were unpacked before memory was missing. */
    int pieces() {
        return progress.size() - 1;
    }

    /** Returns the pieces of content of some pieces of copies. */
    List<SamplePiece> content(int from, int to) {
        return content.pieces()
                .subList(progress.get(from).content(), progress.get(to).content());
    }

    /**
     * Returns the figures of a link that unpacks, for the app bytes in some pieces of copies. An incomplete piece at the end is left out, and
     * its bytes count as the others do.
     *
     * @param plain the figures without {@code unpack}
     * @param compressed those of the content; the same as {@code plain} if nothing was unpacked
     */
    SampleSums figures(int from, int to, SampleSums plain, SampleSums compressed) {
        Progress first = progress.get(from);
        Progress last = progress.get(to);
        long unpacking = last.unpackNanos() - first.unpackNanos();
        if (!isFound()) {
            return new SampleSums(plain.appBytes(), plain.wireBytes(), plain.cpuNanos() + unpacking);
        }
        long known = last.appBytes() - first.appBytes();
        if (known <= 0) {
            return SampleSums.NONE;
        }
        double part = (double) plain.appBytes() / known;
        return new SampleSums(
                plain.appBytes(),
                Math.round(compressed.wireBytes() * part),
                Math.round((compressed.cpuNanos() + unpacking) * part),
                Math.round((last.rebuildNanos() - first.rebuildNanos()) * part));
    }

    /** Frees all memory. */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        isCut = true;
        unpacker.close();
        reader.close();
        content.release();
        if (isCharged) {
            account.giveBack(Storage.HEAP, WORK_BYTES);
        }
    }
}
