package io.narrows.codec.dense;

/**
 * How hard an encoder looks for matches, and how it codes literals.
 *
 * @param tableLog base-two logarithm of the places for hashes of eight bytes
 * @param lastDistances how many of the last distances are tried at a position, 1 to 4
 */
public record Effort(int tableLog, int lastDistances, Literals literals) {
    /** @param level 1 to 3: speed, balance, size */
    public static Effort ofLevel(int level) {
        return switch (level) {
            case 1 -> new Effort(16, 2, Literals.NIBBLES);
            case 2 -> new Effort(18, Offsets.COUNT, Literals.NIBBLES);
            case 3 -> new Effort(18, Offsets.COUNT, Literals.MIXED);
            default -> throw new IllegalArgumentException("level " + level + " (expected: 1-3)");
        };
    }
}
