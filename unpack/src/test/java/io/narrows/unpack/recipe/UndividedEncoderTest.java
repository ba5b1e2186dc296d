package io.narrows.unpack.recipe;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.unpack.PieceKind;
import io.narrows.unpack.Plains;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class UndividedEncoderTest {
    private static final byte[] PLAIN = FingerprintVectors.all().get(0);

    @Test
    void zlib_makesTheSameOfAnyParts() {
        assertThat(Recipes.of(Recipes.STANDARD_CONTEXT_BYTES).all())
                .filteredOn(recipe -> recipe.kind() == PieceKind.DEFLATE_STREAM)
                .hasSize(9);
    }

    /** The start tests one level of each release. */
    @Test
    void zstd_makesTheSameOfAnyParts_atAllLevels() {
        byte[] plain = new Plains(1).orders(3_000_000); // more than the largest window

        assertThat(Recipes.of(Recipes.STANDARD_CONTEXT_BYTES).all())
                .filteredOn(recipe -> recipe.kind() == PieceKind.ZSTD_STREAM)
                .hasSize(2 * 11)
                .allMatch(recipe -> UndividedEncoder.makesTheSame((StreamRecipe) recipe, plain));
    }

    @Test
    void encoderThatMarksTheEndOfEachPart_isFound() {
        assertThat(UndividedEncoder.makesTheSame(new CopyRecipe(false), PLAIN)).isTrue();
        assertThat(UndividedEncoder.makesTheSame(new CopyRecipe(true), PLAIN)).isFalse();
    }

    /** Copies, and perhaps ends each part with a byte. */
    private record CopyRecipe(boolean marksParts) implements StreamRecipe {
        @Override
        public PieceKind kind() {
            return PieceKind.DEFLATE_STREAM;
        }

        @Override
        public String id() {
            return "copy";
        }

        @Override
        public long nanos(int plainLength) {
            return plainLength;
        }

        @Override
        public int bound(int plainLength) {
            return 2 * plainLength;
        }

        @Override
        public int encode(
                ByteBuffer plain, int settings, ByteBuffer dst, @Nullable ByteBuffer expected, Workspace workspace) {
            throw new UnsupportedOperationException();
        }

        @Override
        public PartEncoder begin(int firstSettings) {
            return new PartEncoder() {
                @Override
                public int encode(ByteBuffer plain, int settings, ByteBuffer dst, @Nullable ByteBuffer expected) {
                    int length = plain.remaining();
                    dst.duplicate().clear().put(plain);
                    return marksParts ? length + 1 : length;
                }

                @Override
                public void close() {}
            };
        }
    }
}
