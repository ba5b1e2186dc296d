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
        /** Recording rules sum over the sidecars: their names have colons, their series no instance. */
        boolean recorded() {
            return metric.contains(":");
        }
    }

    /** With its variables. */
    String expr() {
        return (String) json.get("expr");
    }

    /** Whether it asks for one moment, not for a range of time. */
    boolean instant() {
        return Boolean.TRUE.equals(json.get("instant"));
    }

    /** As Grafana sends it when all is chosen and Prometheus scrapes every 15 s. */
    String query() {
        return withoutVariables(expr());
    }

    /** The same when one job is chosen, by its name. */
    String query(String job) {
        return withoutVariables(expr().replace("$job", job));
    }

    /** Sidecars need not have a label {@code peer}, so all of them are also those without one. */
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
