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
        ByteBuffer all = ByteBuffer.allocate(bound);
        ByteBuffer output = ByteBuffer.allocate(bound);
        boolean isDivided = longest < plain.length;
        try (PartEncoder encoder = recipe.begin()) {
            for (int at = 0; at < plain.length; at += longest) {
                int length = Math.min(longest, plain.length - at);
                int made = encoder.encode(ByteBuffer.wrap(plain, at, length), !isDivided, output, null);
                all.put(output.array(), 0, made);
            }
            if (isDivided) {
                int made = encoder.encode(ByteBuffer.allocate(0), true, output, null);
                all.put(output.array(), 0, made);
            }
        }
        return all.flip();
    }
}
