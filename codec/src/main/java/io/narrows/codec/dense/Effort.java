package io.narrows.codec.dense;

/**
 * How hard an encoder looks for matches, and how it codes literals.
 *
 * @param shortLog base-two logarithm of the places for hashes of five bytes
 * @param longLog the same for hashes of eight bytes
 * @param lazy whether a match is put off when the one at the next byte gains more
 */
public record Effort(int shortLog, int longLog, boolean lazy, boolean mixing) {
    /** @param level 1 to 3: speed, balance, size */
    public static Effort ofLevel(int level) {
        return switch (level) {
            case 1 -> new Effort(15, 16, false, false);
            case 2 -> new Effort(17, 18, true, false);
            case 3 -> new Effort(17, 18, true, true);
            default -> throw new IllegalArgumentException("level " + level + " (expected: 1-3)");
        };
    }
}
