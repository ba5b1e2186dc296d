package io.narrows.unpack;

import io.narrows.codec.MalformedDataException;
import io.narrows.codec.PackedFormat;
import io.narrows.unpack.recipe.AgreedRecipes;
import io.narrows.unpack.recipe.Recipe;
import io.narrows.unpack.stream.CarriedReader;
import io.narrows.unpack.stream.PieceToRebuild;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.random.RandomGenerator;

/** Unpacks and rebuilds a stream in which frames of LZ4 have linked blocks, and counts their pieces. */
final class LinkedFrames implements DirectionUnpacker.Listener, CarriedReader.Receiver {
    private static final AgreedRecipes RECIPES = Pieces.allAgreed();

    private final ByteArrayOutputStream back = new ByteArrayOutputStream();
    private final CarriedReader reader = new CarriedReader(RECIPES, PieceLimits.STANDARD);
    private final DirectionUnpacker unpacker =
            new DirectionUnpacker(EnumSet.of(PackedFormat.LZ4), RECIPES, this, System::nanoTime);

    final List<String> recipes = new ArrayList<>();
    final List<Refusal> refusals = new ArrayList<>();
    int differing;
    private MalformedDataException failure;

    /** Reads a part of the stream, and returns the bytes that the link would carry. */
    int read(byte[] app, RandomGenerator random, int longestRead) throws MalformedDataException {
        int carried = 0;
        int at = 0;
        while (at < app.length) {
            int length = Math.min(app.length - at, 1 + random.nextInt(longestRead));
            carried += rebuild(unpacker.read(ByteBuffer.wrap(app, at, length)));
            at += length;
        }
        return carried;
    }

    /** Has an incomplete block go as it is. */
    void passPending() throws MalformedDataException {
        rebuild(unpacker.passPending());
    }

    /** Returns the stream at the other end. */
    byte[] back() throws MalformedDataException {
        passPending();
        reader.end();
        return back.toByteArray();
    }

    long heldBytes() {
        return reader.heldBytes();
    }

    private int rebuild(ByteBuffer content) throws MalformedDataException {
        int length = content.remaining();
        int limit = content.limit();
        literal(content.limit(unpacker.carriedFrom()));
        reader.read(content.limit(limit), this);
        if (failure != null) {
            throw failure;
        }
        return length;
    }

    @Override
    public void literal(ByteBuffer bytes) {
        back.writeBytes(Direct.bytes(bytes));
        bytes.position(bytes.limit());
    }

    @Override
    public void piece(PieceToRebuild piece) {
        ByteBuffer original = ByteBuffer.allocate(piece.originalLength());
        try {
            piece.rebuild(original);
        } catch (MalformedDataException e) {
            failure = e;
        }
        back.writeBytes(original.array());
        differing += piece.differencesLength() > 0 ? 1 : 0;
    }

    @Override
    public void unpacked(PackedFormat format, Recipe recipe, int bytes) {
        recipes.add(recipe.id());
    }

    @Override
    public void refused(PackedFormat format, Refusal reason, int bytes) {
        refusals.add(reason);
    }
}
