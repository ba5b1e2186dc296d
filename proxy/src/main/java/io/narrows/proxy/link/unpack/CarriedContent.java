package io.narrows.proxy.link.unpack;

import io.narrows.codec.MalformedDataException;
import io.narrows.proxy.meter.UnpackMeter;
import io.narrows.unpack.stream.CarriedReader;
import io.narrows.unpack.stream.PieceToRebuild;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;

/** The parts of a frame's content: literal bytes, and pieces that are to be rebuilt. Not thread-safe. */
final class CarriedContent implements CarriedReader.Receiver {

    /** A piece, and the number of literal bytes between the piece before it and this one. */
    private record Place(int literalsBefore, PieceToRebuild piece) {}

    private final ByteBuf literals;
    private final List<Place> pieces = new ArrayList<>(1);
    private int literalsSince;
    private int length;
    private long nanos;
    private long heldBytes;

    /** @param longest the most literal bytes */
    CarriedContent(ByteBufAllocator allocator, int longest) {
        this.literals = allocator.directBuffer(longest, longest);
    }

    @Override
    public void literal(ByteBuffer bytes) {
        literalsSince += bytes.remaining();
        length += bytes.remaining();
        literals.writeBytes(bytes);
    }

    @Override
    public void piece(PieceToRebuild piece) {
        pieces.add(new Place(literalsSince, piece));
        literalsSince = 0;
        length += piece.originalLength();
        nanos += piece.nanos();
        heldBytes += piece.heldBytes();
    }

    /** Returns whether there are no app bytes, since the content is a part of a piece. */
    boolean isEmpty() {
        return length == 0;
    }

    /** Returns the memory of the pieces on the Java heap, in bytes. */
    long heldBytes() {
        return heldBytes;
    }

    /** Returns the processor time that rebuilding takes, roughly, in nanoseconds. */
    long nanos() {
        return nanos;
    }

    /**
     * Returns the app bytes, which the caller releases. To be called once.
     *
     * @param cancelled whether the app bytes are no longer needed
     * @throws CancellationException if they are not
     */
    ByteBuf rebuild(ByteBufAllocator allocator, UnpackMeter.Receiving meter, BooleanSupplier cancelled)
            throws MalformedDataException {
        if (pieces.isEmpty()) {
            return literals.retain();
        }
        ByteBuf app = allocator.directBuffer(length, length);
        try {
            for (Place place : pieces) {
                if (cancelled.getAsBoolean()) {
                    throw new CancellationException("link is closed");
                }
                app.writeBytes(literals, place.literalsBefore());
                rebuild(place.piece(), app, meter);
            }
            return app.writeBytes(literals);
        } catch (MalformedDataException | RuntimeException | Error e) {
            app.release();
            throw e;
        }
    }

    private static void rebuild(PieceToRebuild piece, ByteBuf app, UnpackMeter.Receiving meter)
            throws MalformedDataException {
        int original = piece.originalLength();
        piece.rebuild(app.internalNioBuffer(app.writerIndex(), original));
        app.writerIndex(app.writerIndex() + original);
        meter.rebuilt(piece.recipe().kind().format(), piece.recipe().id(), original);
    }

    void release() {
        literals.release();
    }
}
