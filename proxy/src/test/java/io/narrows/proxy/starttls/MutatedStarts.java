package io.narrows.proxy.starttls;

import java.util.Random;
import java.util.function.IntFunction;

/** Beginnings of connections with random bytes in random places, of which a reader must refuse what it does not understand. */
final class MutatedStarts {
    /** Reads a beginning that arrives in segments of a length. */
    @FunctionalInterface
    interface Reader {
        void read(byte[] bytes, int segment) throws RefusedStartException;
    }

    private MutatedStarts() {}

    /**
     * Returns how many beginnings are refused. Any other exception of the reader is thrown.
     *
     * @param start returns a new beginning by its number, which may be changed
     */
    static int refused(int count, Random random, IntFunction<byte[]> start, Reader reader) {
        int refused = 0;
        for (int i = 0; i < count; i++) {
            byte[] mutated = start.apply(i);
            for (int change = random.nextInt(3); change >= 0; change--) {
                mutated[random.nextInt(mutated.length)] = (byte) random.nextInt(256);
            }
            try {
                reader.read(mutated, 1 + random.nextInt(mutated.length));
            } catch (RefusedStartException e) {
                refused++;
            }
        }
        return refused;
    }
}
