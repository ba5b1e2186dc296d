package io.narrows.unpack.find;

import io.narrows.codec.PackedFormat;
import io.narrows.unpack.PieceKind;
import io.narrows.unpack.Refusal;
import java.nio.ByteBuffer;
import java.util.Set;
import java.util.function.Predicate;

/**
 * A finder of compressed pieces in one direction of a connection. Divides the stream into plain bytes and pieces, in order and
 * without gaps. A piece is reported when its last byte has been read; until then, its bytes are pending, and the caller
 * keeps them or gives up the piece with {@link #passPending}.
 *
 * <p>Copies only headers, and searches only bytes outside of known structures; of long streams without pieces, only a part
 * ({@link SearchPauses}). Other bytes may be mistaken for a piece; unpacking them fails, which takes time but changes no byte of
 * the stream. Memory and the bytes inflated per read are bounded, whatever the stream contains. Not thread-safe.
 */
public final class PieceFinder implements AutoCloseable {
    /** The parts of the stream, in order. */
    public interface Receiver {
        /**
         * Receives bytes that go as they are.
         *
         * @param bytes at least 1
         */
        void plain(int bytes);

        /** Receives a piece, which may have begun in earlier reads. */
        void piece(FoundPiece piece);

        /**
         * Reports that a piece exceeds a limit before its end was found. Its bytes are reported as plain.
         *
         * @param bytes those that were read of it
         */
        default void refused(PieceKind kind, Refusal reason, int bytes) {}
    }

    private final Partition partition;
    private final Formats ofStream;
    private final StreamBeginning beginning;
    private final SearchedPart searched;
    private final Http2Frames http2;
    private Part part;

    /**
     * Creates a finder for a stream from its first byte.
     *
     * @param formats formats of the pieces to be found
     * @param linkedBlocks whether blocks of LZ4 that refer to earlier ones are pieces
     * @param divided kinds of parts in which long pieces may be reported; other kinds have no effect
     * @param isReady whether parts of such a kind are wanted now, for lack of which long pieces stay whole; asked for each of them
     * @param longestPiece maximum length of a piece in the stream, with its holes, in bytes. Longer ones are plain, or come in
     *     parts. Bytes pending never exceed it
     */
    public PieceFinder(
            Set<PackedFormat> formats,
            boolean linkedBlocks,
            Set<PieceKind> divided,
            Predicate<PieceKind> isReady,
            int longestPiece) {
        partition = new Partition(longestPiece, divided, isReady);
        SearchPauses pauses = new SearchPauses();
        ofStream = new Formats(partition, pauses, formats, linkedBlocks);
        beginning = new StreamBeginning(partition);
        searched = new SearchedPart(partition, ofStream, pauses, formats);
        http2 = new Http2Frames(partition, ofStream.packedContent());
        part = beginning;
    }

    /** Reads all remaining bytes of a buffer, which is not kept. */
    public void find(ByteBuffer bytes, Receiver receiver) {
        partition.beginRead(receiver);
        int at = bytes.position();
        int end = bytes.limit();
        ofStream.beginRead(end - at);
        while (at < end) {
            at = part.read(bytes, at, end);
            if (part.ended()) {
                advance();
            }
        }
        partition.endRead();
        bytes.position(end);
    }

    private void advance() {
        if (part == beginning) {
            part = beginning.isHttp2() ? http2.begin(beginning.restOfFrame()) : searched.restart(beginning.unclaimed());
        } else if (part == searched) {
            part = searched.next();
        } else {
            partition.discard();
            part = searched.restart(part.unclaimed());
        }
    }

    /** Returns how many of the last bytes have not been reported, because they belong to an incomplete piece. */
    public int pending() {
        return partition.pending();
    }

    /** Gives up the incomplete piece, if there is one: reports its bytes as plain, and later the rest of it. */
    public void passPending(Receiver receiver) {
        partition.beginRead(receiver);
        partition.giveUp();
        partition.endRead();
    }

    /** Returns whether {@link #cutPending} reports the pending bytes as a part; asks whether parts are wanted. */
    public boolean canCut() {
        return partition.canCut();
    }

    /** Reports the pending bytes as a part of a piece, if the piece can come in parts; otherwise gives it up. */
    public void cutPending(Receiver receiver) {
        partition.beginRead(receiver);
        if (partition.canCut()) {
            partition.cut();
        } else {
            partition.giveUp();
        }
        partition.endRead();
    }

    /**
     * Gives up the incomplete piece as {@link #passPending}, if it is that of a part.
     *
     * @param prefersWhole whether later pieces of the kind are only reported in parts if they are longer than the longest piece, or wait. If
     *     no encoder makes a first part, others may make whole pieces
     */
    public void giveUp(StreamedPart part, boolean prefersWhole, Receiver receiver) {
        partition.beginRead(receiver);
        partition.giveUp(part, prefersWhole);
        partition.endRead();
    }

    /** Frees native memory. The finder cannot be used afterward. */
    @Override
    public void close() {
        part.abandon();
        ofStream.close();
    }
}
