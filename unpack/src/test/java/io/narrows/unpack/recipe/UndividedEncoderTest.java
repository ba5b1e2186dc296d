package io.narrows.unpack.recipe;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.unpack.PieceKind;
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
        public PartEncoder begin() {
            return new PartEncoder() {
                @Override
                public int encode(ByteBuffer plain, boolean isLast, ByteBuffer dst, @Nullable ByteBuffer expected) {
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
