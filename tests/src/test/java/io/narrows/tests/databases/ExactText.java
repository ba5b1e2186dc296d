package io.narrows.tests.databases;

/** Replaces parts of generated files, which must contain them. */
final class ExactText {
    private ExactText() {}

    /** @throws IllegalArgumentException if the text does not contain the part */
    static String replaced(String text, String part, String replacement) {
        if (!text.contains(part)) {
            throw new IllegalArgumentException("expected: %s%nin:%n%s".formatted(part, text));
        }
        return text.replace(part, replacement);
    }
}
