package io.narrows.unpack.recipe;

import io.narrows.unpack.PieceKind;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.zip.Deflater;
import org.jspecify.annotations.Nullable;

/** This process's zlib at a level, for deflate streams that are unpacked as they come. */
final class DeflateStreamRecipe implements StreamRecipe {
    private static final String SUFFIX = " streamed";

    /**
     * The most output that zlib holds back, in bytes: a block has at most 16,383 symbols at the default memory level, and each takes at
     * most 33 bits with fixed codes.
     */
    private static final int MOST_HELD_BACK = 68 << 10;

    private final DeflateRecipe whole;

    private DeflateStreamRecipe(DeflateRecipe whole) {
        this.whole = whole;
    }

    /** Returns the recipes that belong to those for whole streams, in the same order, as far as they can be used in parts. */
    static List<Recipe> of(List<Recipe> recipes) {
        byte[] plain = Arrays.copyOf(FingerprintVectors.all().get(0), 80_000);
        return recipes.stream()
                .filter(DeflateRecipe.class::isInstance)
                .map(recipe -> new DeflateStreamRecipe((DeflateRecipe) recipe))
                .filter(recipe -> UndividedEncoder.makesTheSame(recipe, plain))
                .<Recipe>map(recipe -> recipe)
                .toList();
    }

    @Override
    public PieceKind kind() {
        return PieceKind.DEFLATE_STREAM;
    }

    @Override
    public String id() {
        return whole.id() + SUFFIX;
    }

    @Override
    public String encoder() {
        return whole.encoder() + SUFFIX;
    }

    @Override
    public long nanos(int plainLength) {
        return whole.nanos(plainLength);
    }

    @Override
    public long contextBytes() {
        return whole.contextBytes();
    }

    @Override
    public int bound(int plainLength) {
        return whole.bound(plainLength) + MOST_HELD_BACK;
    }

    @Override
    public boolean stopsEarly(int settings) {
        return true;
    }

    /** Compresses a piece of one part. */
    @Override
    public int encode(
            ByteBuffer plain, int settings, ByteBuffer dst, @Nullable ByteBuffer expected, Workspace workspace) {
        return whole.encode(plain, settings, dst, expected, workspace);
    }

    @Override
    public PartEncoder begin(int settings) {
        return new Encoder(new Deflater(whole.level(), true));
    }

    private final class Encoder implements PartEncoder {
        private final Deflater deflater;

        Encoder(Deflater deflater) {
            this.deflater = deflater;
        }

        @Override
        public int encode(ByteBuffer plain, int settings, ByteBuffer dst, @Nullable ByteBuffer expected) {
            ByteBuffer output = dst.duplicate();
            int bound = bound(plain.remaining());
            ExpectedOutput comparison = new ExpectedOutput(expected);
            deflater.setInput(plain);
            if ((settings & MORE) == 0) {
                deflater.finish();
            }
            int added;
            do {
                output.limit(Math.min(bound, output.position() + DeflateRecipe.STEP));
                if (!output.hasRemaining()) {
                    throw new IllegalStateException("deflate exceeds its bound");
                }
                added = deflater.deflate(output);
                if (!comparison.continuesWith(output)) {
                    return STOPPED;
                }
            } while (added > 0);
            return output.position();
        }

        @Override
        public void close() {
            deflater.end();
        }
    }

    @Override
    public String toString() {
        return id();
    }
}
