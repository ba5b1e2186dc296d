package io.narrows.config.yaml;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;

/** Suggests the known word closest to a misspelled one. */
public final class Suggestion {
    private Suggestion() {}

    /** Returns {@code (did you mean "region"?)} with a leading space, or an empty text if no known word is close. */
    public static String after(String word, Collection<String> known) {
        String given = word.toLowerCase(Locale.ROOT);
        return known.stream()
                .filter(candidate -> Math.abs(candidate.length() - word.length()) <= tolerance(word))
                .filter(candidate -> distance(given, candidate.toLowerCase(Locale.ROOT)) <= tolerance(word))
                .min(Comparator.comparingInt(candidate -> distance(given, candidate.toLowerCase(Locale.ROOT))))
                .map(nearest -> " (did you mean \"" + nearest + "\"?)")
                .orElse("");
    }

    /** Returns the tolerated edits: one in a short word, two in a longer one; more would suggest unrelated words. */
    private static int tolerance(String word) {
        return word.length() < 3 ? 0 : word.length() < 6 ? 1 : 2;
    }

    /** Returns the edit distance of two words, where swapping two neighbors is one edit (optimal string alignment). */
    private static int distance(String a, String b) {
        int[][] edits = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                edits[i][j] = i == 0 || j == 0 ? i + j : cheapest(edits, a, b, i, j);
            }
        }
        return edits[a.length()][b.length()];
    }

    private static int cheapest(int[][] edits, String a, String b, int i, int j) {
        int replace = edits[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        int best = Math.min(replace, Math.min(edits[i - 1][j], edits[i][j - 1]) + 1);
        boolean swapped = i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
        return swapped ? Math.min(best, edits[i - 2][j - 2] + 1) : best;
    }
}
