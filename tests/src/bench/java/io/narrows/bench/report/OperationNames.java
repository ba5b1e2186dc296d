package io.narrows.bench.report;

/** Names of operations, which trials have in the plural. */
final class OperationNames {
    private OperationNames() {}

    /**
     * Returns the singular of a name.
     *
     * @throws IllegalArgumentException if the name does not end in -s
     */
    static String singular(String plural) {
        if (!plural.endsWith("s") || plural.length() < 2) {
            throw new IllegalArgumentException(
                    "trial " + plural + " (expected: operations in the plural, such as writes)");
        }
        return plural.substring(0, plural.length() - 1);
    }
}
