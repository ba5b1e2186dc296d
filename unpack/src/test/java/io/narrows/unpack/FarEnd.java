package io.narrows.unpack;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.codec.MalformedDataException;
import io.narrows.unpack.recipe.AgreedRecipes;
import io.narrows.unpack.stream.CarriedReader;
import io.narrows.unpack.stream.PieceToRebuild;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** The bytes that the far end of a link makes of the content of a {@link DirectionUnpacker}. */
final class FarEnd implements CarriedReader.Receiver, AutoCloseable {
    private final CarriedReader reader;
    private final ByteArrayOutputStream back = new ByteArrayOutputStream();
    private final List<MalformedDataException> failures = new ArrayList<>();

    FarEnd(AgreedRecipes recipes) {
        this.reader = new CarriedReader(recipes, PieceLimits.STANDARD);
    }

    /**
     * Reads content.
     *
     * @param carriedFrom index from which on it has the carried form
     */
    void read(ByteBuffer content, int carriedFrom) throws MalformedDataException {
        byte[] literal = new byte[carriedFrom];
        content.get(literal);
        back.writeBytes(literal);
        reader.read(content, this);
        assertThat(failures).isEmpty();
    }

    @Override
    public void literal(ByteBuffer bytes) {
        byte[] copy = new byte[bytes.remaining()];
        bytes.get(copy);
        back.writeBytes(copy);
    }

    @Override
    public void piece(PieceToRebuild piece) {
        byte[] original = new byte[piece.originalLength()];
        try {
            piece.rebuild(ByteBuffer.wrap(original));
        } catch (MalformedDataException e) {
            failures.add(e);
        }
        back.writeBytes(original);
    }

    void end() throws MalformedDataException {
        reader.end();
    }

    int size() {
        return back.size();
    }

    byte[] bytes() {
        return back.toByteArray();
    }

    @Override
    public void close() {
        reader.close();
    }
}
