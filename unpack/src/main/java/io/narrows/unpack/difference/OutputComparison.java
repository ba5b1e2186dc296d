package io.narrows.unpack.difference;

import java.nio.ByteBuffer;

/**
 * Finds edits between a recipe's output and a piece in time linear in their lengths: where the two differ, it scans both for the
 * nearest place from which eight bytes are the same again. Encoders of LZ4 and Snappy write whole bytes and refer to earlier
 * plain text by distance, so that the outputs of two encoders agree again where both choose the same match.
 */
public final class OutputComparison {
    private static final int SAME = Long.BYTES;

    /** Bytes to scan on each side before the rest counts as different. */
    private static final int LONGEST_SCAN = 16 << 10;

    private static final int HASH_LOG = 12;
    private static final long HASH_FACTOR = 0x9E3779B97F4A7C15L;

    /** Positions by the hash of the eight bytes there. Entries may be stale; each is checked. */
    private final int[] outputPositions = new int[1 << HASH_LOG];

    private final int[] piecePositions = new int[1 << HASH_LOG];

    private ByteBuffer output = ByteBuffer.allocate(0);
    private ByteBuffer piece = ByteBuffer.allocate(0);
    private int inOutput;
    private int inPiece;

    /**
     * Writes the edits that turn the output into the piece.
     *
     * @param output its remaining bytes are compared; little-endian. The position may change
     * @param piece likewise
     * @return false as soon as there are more edits than the writer has room for
     */
    public boolean compare(ByteBuffer output, ByteBuffer piece, EditWriter edits) {
        this.output = output;
        this.piece = piece;
        int outputEnd = output.limit();
        int pieceEnd = piece.limit();
        inOutput = output.position();
        inPiece = piece.position();
        while (edits.rest() >= 0) {
            int same = sameBytes();
            edits.copy(same);
            inOutput += same;
            inPiece += same;
            int fromOutput = inOutput;
            int fromPiece = inPiece;
            if (fromOutput == outputEnd || fromPiece == pieceEnd || !resynchronize(edits.rest())) {
                edits.skip(outputEnd - fromOutput);
                edits.insert(pieceEnd - fromPiece);
                return edits.rest() >= 0;
            }
            edits.skip(inOutput - fromOutput);
            edits.insert(inPiece - fromPiece);
        }
        return false;
    }

    private int sameBytes() {
        int different = output.position(inOutput).mismatch(piece.position(inPiece));
        return different < 0 ? output.remaining() : different;
    }

    /** Advances both positions to the nearest place where both continue alike; returns false if there is none. */
    private boolean resynchronize(int mostInserted) {
        int outputFrom = inOutput;
        int pieceFrom = inPiece;
        int outputLast = output.limit() - SAME;
        int pieceLast = piece.limit() - SAME;
        for (int scanned = 0; scanned < LONGEST_SCAN; scanned++) {
            int o = outputFrom + scanned;
            int p = pieceFrom + scanned;
            boolean pieceGoesOn = p <= pieceLast && scanned <= mostInserted;
            if (o > outputLast && !pieceGoesOn) {
                return false;
            }
            if (o <= outputLast) {
                long bytes = output.getLong(o);
                int hash = hash(bytes);
                outputPositions[hash] = o;
                int known = piecePositions[hash];
                if (known >= pieceFrom && known < p && known <= pieceLast && piece.getLong(known) == bytes) {
                    return continueAt(o, known, outputFrom, pieceFrom);
                }
            }
            if (pieceGoesOn) {
                long bytes = piece.getLong(p);
                int hash = hash(bytes);
                piecePositions[hash] = p;
                int known = outputPositions[hash];
                if (known >= outputFrom && known <= o && known <= outputLast && output.getLong(known) == bytes) {
                    return continueAt(known, p, outputFrom, pieceFrom);
                }
            }
        }
        return false;
    }

    /** Continues at the first of the equal bytes that include the given places. */
    private boolean continueAt(int o, int p, int outputFrom, int pieceFrom) {
        inOutput = o;
        inPiece = p;
        while (inOutput > outputFrom && inPiece > pieceFrom && output.get(inOutput - 1) == piece.get(inPiece - 1)) {
            inOutput--;
            inPiece--;
        }
        return true;
    }

    private static int hash(long bytes) {
        return (int) (bytes * HASH_FACTOR >>> Long.SIZE - HASH_LOG);
    }
}
