package io.narrows.codec.dense;

/**
 * The effort of an encoder's search for matches, and its coding of literals.
 *
 * @param tableLog base-two logarithm of the entries of the table of eight-byte hashes
 * @param lastDistances number of recent distances tried at each position, 1 to 4
 */
public record Effort(int tableLog, int lastDistances, Literals literals) {
    /**
     * Returns the effort of a level. Level 0 uses the table and the literals of level 1; its search ignores
     * the number of last distances.
     *
     * @param level 0 to 3: most speed, speed, balance, size
     */
    public static Effort ofLevel(int level) {
        return switch (level) {
            case 0, 1 -> new Effort(16, 2, Literals.NIBBLES);
            case 2 -> new Effort(18, Offsets.COUNT, Literals.NIBBLES);
            case 3 -> new Effort(18, Offsets.COUNT, Literals.MIXED);
            default -> throw new IllegalArgumentException("level " + level + " (expected: 0-3)");
        };
    }
}
