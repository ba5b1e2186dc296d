package io.narrows.cli.analyze;

import io.narrows.codec.MalformedDataException;
import io.narrows.unpack.PieceLimits;
import io.narrows.unpack.recipe.AgreedRecipes;
import io.narrows.unpack.stream.CarriedReader;
import io.narrows.unpack.stream.PieceToRebuild;
import java.nio.ByteBuffer;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The receiving side of an unpacked stream, which compares what it rebuilds with the reads of the application. */
final class RebuiltStream implements CarriedReader.Receiver, AutoCloseable {
    private final Iterator<ByteBuffer> expected;
    private final CarriedReader reader;
    private ByteBuffer rest = ByteBuffer.allocate(0);
    private ByteBuffer piece = ByteBuffer.allocate(0);
    private @Nullable MalformedDataException failure;
    private long nanos;

    RebuiltStream(List<ByteBuffer> reads, AgreedRecipes recipes) {
        this.expected = reads.iterator();
        this.reader = new CarriedReader(recipes, PieceLimits.STANDARD);
    }

    /**
     * Rebuilds content, which is consumed.
     *
     * @param carriedFrom offset at which its carried form begins
     * @throws MalformedDataException if the result is not what the application sent
     */
    void add(ByteBuffer content, int carriedFrom) throws MalformedDataException {
        int limit = content.limit();
        literal(content.limit(carriedFrom));
        reader.read(content.limit(limit).position(carriedFrom), this);
        if (failure != null) {
            throw failure;
        }
    }

    /** Checks that everything that the application sent was rebuilt. */
    void end() throws MalformedDataException {
        reader.end();
        if (rest.hasRemaining() || expected.hasNext()) {
            throw new MalformedDataException("a stream lost its end when it was unpacked");
        }
    }

    /** Frees native memory. */
    @Override
    public void close() {
        reader.close();
    }

    /** Returns the processor time of rebuilding so far, in nanoseconds. */
    long nanos() {
        return nanos;
    }

    @Override
    public void literal(ByteBuffer bytes) {
        while (bytes.hasRemaining()) {
            if (!rest.hasRemaining() && !expected.hasNext()) {
                fail();
                return;
            }
            if (!rest.hasRemaining()) {
                rest = expected.next().duplicate();
            }
            int length = Math.min(rest.remaining(), bytes.remaining());
            ByteBuffer part = bytes.slice().limit(length);
            if (!part.equals(rest.slice().limit(length))) {
                fail();
                return;
            }
            bytes.position(bytes.position() + length);
            rest.position(rest.position() + length);
        }
    }

    @Override
    public void piece(PieceToRebuild next) {
        if (piece.capacity() < next.originalLength()) {
            piece = ByteBuffer.allocateDirect(next.originalLength());
        }
        long start = System.nanoTime();
        try {
            next.rebuild(piece.clear());
        } catch (MalformedDataException e) {
            failure = e;
            return;
        } finally {
            nanos += System.nanoTime() - start;
        }
        literal(piece.flip());
    }

    private void fail() {
        failure = new MalformedDataException("a stream changed when it was unpacked and rebuilt");
    }
}
