package io.narrows.unpack;

import io.narrows.codec.MalformedDataException;
import io.narrows.unpack.stream.CarriedReader;
import io.narrows.unpack.stream.PieceToRebuild;
import java.nio.ByteBuffer;
import java.util.List;

/** Rebuilds the pieces of a carried stream as they come, as a link does, up to the first that is refused. */
record Delivering(List<byte[]> pieces) implements CarriedReader.Receiver {
    /** Thrown when a piece is refused. */
    static final class Refused extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Refused(MalformedDataException cause) {
            super(cause);
        }
    }

    @Override
    public void literal(ByteBuffer bytes) {
        bytes.position(bytes.limit());
    }

    @Override
    public void piece(PieceToRebuild piece) {
        ByteBuffer original = ByteBuffer.allocate(piece.originalLength());
        try {
            piece.rebuild(original);
        } catch (MalformedDataException e) {
            throw new Refused(e);
        }
        pieces.add(original.array());
    }
}
