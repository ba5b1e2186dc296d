package io.narrows.node.metrics;

import java.util.Arrays;
import java.util.Locale;

/**
 * The formats that a scraper accepts.
 *
 * @param accept its {@code Accept} header; empty for the text format
 * @param acceptEncoding its {@code Accept-Encoding} header; may be empty
 */
public record ScrapeRequest(String accept, String acceptEncoding) {
    /** Returns whether gzip is accepted with a nonzero weight. */
    boolean acceptsGzip() {
        return Arrays.stream(
                        acceptEncoding.toLowerCase(Locale.ROOT).replace(" ", "").split(","))
                .map(coding -> coding.split(";", 2))
                .anyMatch(coding ->
                        coding[0].equals("gzip") && !(coding.length == 2 && coding[1].matches("q=0(\\.0*)?")));
    }
}
