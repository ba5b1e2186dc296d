package io.narrows.lab.load;

import java.util.List;
import java.util.SplittableRandom;

/** Random parts of objects, the same for the same seed and purpose. Not thread-safe. */
final class RandomSource {
    /** The alphabet of Kubernetes' generated names: without vowels, so that they form no words. */
    private static final String NAMES = "bcdfghjklmnpqrstvwxz2456789";

    private static final String HEX = "0123456789abcdef";

    private final SplittableRandom random;

    /**
     * @param purpose use of the numbers; different purposes get different numbers
     * @param number index among draws for the same purpose
     */
    RandomSource(long seed, int purpose, long number) {
        this.random = new SplittableRandom(mix(mix(mix(seed) + purpose) + number));
    }

    /**
     * Mixes with the finalizer of MurmurHash3. Without mixing, seeds of SplittableRandom may lie on each other's sequence,
     * and the same digits would recur in other objects.
     */
    private static long mix(long bits) {
        long mixed = (bits ^ (bits >>> 33)) * 0xFF51AFD7ED558CCDL;
        mixed = (mixed ^ (mixed >>> 33)) * 0xC4CEB9FE1A85EC53L;
        return mixed ^ (mixed >>> 33);
    }

    int below(int bound) {
        return random.nextInt(bound);
    }

    <T> T oneOf(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    String name(int length) {
        return of(NAMES, length);
    }

    String hex(int length) {
        return of(HEX, length);
    }

    String uuid() {
        return hex(8) + "-" + hex(4) + "-4" + hex(3) + "-" + "89ab".charAt(below(4)) + hex(3) + "-" + hex(12);
    }

    private String of(String alphabet, int length) {
        StringBuilder text = new StringBuilder(length);
        for (int i = 0; i < length; i++) {
            text.append(alphabet.charAt(random.nextInt(alphabet.length())));
        }
        return text.toString();
    }
}
