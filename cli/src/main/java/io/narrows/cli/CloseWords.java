package io.narrows.cli;

import java.util.Collection;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Finds the known words that an unknown one may have been meant to be, by the optimal string alignment distance: how many characters are
 * to be inserted, removed, replaced, or swapped with their neighbour.
 */
final class CloseWords {
    private CloseWords() {}

    /** Returns those known words that are closest to a word, if a third of its characters, and at least one, may be wrong. */
    static List<String> to(String word, Collection<String> known) {
        int most = Math.max(1, word.length() / 3);
        int least = known.stream().mapToInt(each -> distance(word, each)).min().orElse(Integer.MAX_VALUE);
        return known.stream()
                .filter(each -> least <= most && distance(word, each) == least)
                .sorted()
                .toList();
    }

    static int distance(String a, String b) {
        int[] secondLast = new int[b.length() + 1];
        int[] last = IntStream.rangeClosed(0, b.length()).toArray();
        for (int i = 1; i <= a.length(); i++) {
            int[] row = new int[b.length() + 1];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replaced = last[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(replaced, 1 + Math.min(last[j], row[j - 1]));
                if (isSwapped(a, i, b, j)) {
                    row[j] = Math.min(row[j], secondLast[j - 2] + 1);
                }
            }
            secondLast = last;
            last = row;
        }
        return last[b.length()];
    }

    private static boolean isSwapped(String a, int i, String b, int j) {
        return i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
    }
}
