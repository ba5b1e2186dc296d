package io.narrows.tests.dashboards;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * One query of a panel.
 *
 * @param place the dashboard and the panel, for messages
 */
record Target(String place, Map<String, Object> json) {
    private static final Pattern SELECTOR = Pattern.compile("([a-zA-Z_:][\\w:]*)\\{([^}]*)}");

    /** A metric's name and the matchers in its braces. */
    record Selector(String metric, String matchers) {
        /**
         * Returns whether it uses a recording rule, which has colons in its name and sums over the sidecars without an
         * instance.
         */
        boolean recorded() {
            return metric.contains(":");
        }
    }

    /** Returns the query with its variables. */
    String expr() {
        return (String) json.get("expr");
    }

    /** Returns whether it queries one moment rather than a range of time. */
    boolean instant() {
        return Boolean.TRUE.equals(json.get("instant"));
    }

    /** Returns the query as sent by Grafana with everything selected and a scrape interval of 15 s. */
    String query() {
        return withoutVariables(expr());
    }

    /** Returns the query with one job selected, by its name. */
    String query(String job) {
        return withoutVariables(expr().replace("$job", job));
    }

    /**
     * Replaces variables with patterns that match everything. The pattern for {@code $peer} also matches series without that
     * label, which sidecars need not have.
     */
    static String withoutVariables(String text) {
        return text.replace("$__rate_interval", "1m")
                .replaceAll("\\$(job|instance|family)\\b", ".+")
                .replaceAll("\\$peer\\b", ".*");
    }

    List<Selector> selectors() {
        return SELECTOR.matcher(expr())
                .results()
                .map(match -> new Selector(match.group(1), match.group(2)))
                .toList();
    }

    @Override
    public String toString() {
        return place + ": " + expr();
    }
}
