package io.narrows.tests.linearizability;

import java.time.Instant;

/**
 * One run of a campaign as a line of tab-separated fields.
 *
 * @param time of its end
 * @param commit of the sources, with the suffix {@code -dirty} if they were modified
 * @param options besides the seed
 * @param verdict {@code accepted}, {@code refused}, or {@code broken} for a run without a verdict
 * @param answered operations
 * @param failed operations that did not happen
 * @param unknown operations without a response
 */
public record CampaignLine(
        Instant time,
        String commit,
        long seed,
        String options,
        String verdict,
        long answered,
        long failed,
        long unknown) {
    private static final String SEPARATOR = "\t";
    private static final int FIELDS = 8;

    /** @throws IllegalArgumentException if the text is not a line of a campaign */
    static CampaignLine parse(String text) {
        String[] fields = text.split(SEPARATOR);
        if (fields.length != FIELDS) {
            throw new IllegalArgumentException(
                    "not a line of a campaign: " + text + " (expected: " + FIELDS + " fields, separated by tabs)");
        }
        return new CampaignLine(
                Instant.parse(fields[0]),
                fields[1],
                Long.parseLong(fields[2]),
                fields[3],
                fields[4],
                Long.parseLong(fields[5]),
                Long.parseLong(fields[6]),
                Long.parseLong(fields[7]));
    }

    String text() {
        return String.join(
                SEPARATOR,
                time.toString(),
                commit,
                Long.toString(seed),
                options,
                verdict,
                Long.toString(answered),
                Long.toString(failed),
                Long.toString(unknown));
    }
}
