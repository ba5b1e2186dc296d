package io.narrows.unpack.recipe;

import java.nio.ByteBuffer;

/**
 * Whether an encoder's output is the same however its plain bytes are divided. A sender and a receiver may divide those of a stream
 * differently. zlib does not depend on it, but its replacements may.
 */
final class UndividedEncoder {
    private static final int PART = 7_000;

    private UndividedEncoder() {}

    /** Compresses bytes in one call, and in several, of which the last has none left. */
    static boolean makesTheSame(StreamRecipe recipe, byte[] plain) {
        return encoded(recipe, plain, plain.length).equals(encoded(recipe, plain, PART));
    }

    private static ByteBuffer encoded(StreamRecipe recipe, byte[] plain, int longest) {
        int bound = recipe.bound(plain.length);
        ByteBuffer direct = ByteBuffer.allocateDirect(plain.length).put(plain).flip();
        ByteBuffer output = ByteBuffer.allocateDirect(bound);
        ByteBuffer all = ByteBuffer.allocate(bound);
        try (PartEncoder encoder = recipe.begin(Recipe.NO_SETTINGS)) {
            while (direct.hasRemaining() && longest < plain.length) {
                direct.limit(Math.min(plain.length, direct.position() + longest));
                all.put(output.clear().limit(encoder.encode(direct, StreamRecipe.MORE, output, null)));
                direct.limit(plain.length);
            }
            all.put(output.clear().limit(encoder.encode(direct, Recipe.NO_SETTINGS, output, null)));
        } finally {
            DirectMemory.free(direct);
            DirectMemory.free(output);
        }
        return all.flip();
    }
}
