package io.narrows.cli.capture;

import io.narrows.config.CaptureMarks;
import io.narrows.config.TransparentCapture;
import java.util.List;
import java.util.stream.Collectors;

/** The one table of ours in nftables, as text for {@code nft -f}. */
final class NftTable {
    /** Family and name. */
    static final String NAME = "inet narrows";

    /**
     * Matches the first packet of a connection. Without it, a connection that exists when the kernel begins to track connections
     * would count as new, and be broken.
     */
    private static final String NEW = " tcp flags & (fin | syn | rst | ack) == syn";

    /**
     * Has the kernel forget a connection once it is reset, rather than after ten seconds. A new connection with its addresses and
     * ports would be treated as this one: redirected although it is the sidecar's own, or not redirected, or answered by way of
     * the sidecar. After a connection that ended with FIN, the kernel judges a new one anew.
     */
    private static final String FORGET_RESET = """
              ct timeout reset4 {
                protocol tcp; l3proto ip; policy = { close : 0 }
              }
              ct timeout reset6 {
                protocol tcp; l3proto ip6; policy = { close : 0 }
              }
            """;

    private static final String OWN = "0x%08x".formatted(CaptureMarks.OWN);
    private static final String LOCAL = "0x%08x".formatted(CaptureMarks.LOCAL);

    private NftTable() {}

    /** Returns the table of a plan. */
    static String of(CapturePlan plan) {
        List<TransparentCapture> redirects = plan.captures().stream()
                .filter(capture -> !CapturePlan.isTproxy(capture))
                .toList();
        List<TransparentCapture> tproxies =
                plan.captures().stream().filter(CapturePlan::isTproxy).toList();
        // The comment makes plans differ that differ in this alone.
        String fail = "# fail: " + (plan.failsOpen() ? "open" : "closed") + "\n";
        StringBuilder text = new StringBuilder(fail + "table " + NAME + " {\n");
        if (!plan.anyDestination()) {
            set(text, "peers4", "ipv4_addr", plan.peers4());
            set(text, "peers6", "ipv6_addr", plan.peers6());
        }
        forgetReset(text, plan, redirects);
        if (!redirects.isEmpty()) {
            text.append("  chain redirected {\n    type nat hook output priority -100; policy accept;\n");
            rule(text, "meta mark " + OWN + " accept");
            plan.user().ifPresent(user -> rule(text, "meta skuid " + user + " accept"));
            redirects.forEach(capture -> rule(
                    text,
                    match(plan, capture) + NEW + " redirect to :"
                            + capture.listen().port()));
            text.append("  }\n");
        }
        if (!tproxies.isEmpty()) {
            text.append("  chain routed {\n    type filter hook prerouting priority -150; policy accept;\n");
            rule(text, "meta l4proto tcp socket transparent 1 meta mark set " + LOCAL + " accept");
            tproxies.forEach(capture -> rule(
                    text,
                    match(plan, capture) + NEW + " tproxy " + (capture.isV6() ? "ip6" : "ip") + " to "
                            + capture.listen() + " meta mark set " + LOCAL + " accept"));
            // Reached by what tproxy did not accept: no socket listens.
            tproxies.stream()
                    .filter(capture -> !capture.failOpen())
                    .forEach(capture -> rule(text, match(plan, capture) + NEW + " reject with tcp reset"));
            text.append("  }\n");
        }
        if (plan.captures().stream().anyMatch(TransparentCapture::keepsSource)) {
            text.append("  chain answers {\n    type route hook output priority -150; policy accept;\n");
            rule(text, "meta mark " + LOCAL + " ct mark set " + LOCAL);
            rule(text, "ct mark " + LOCAL + " meta mark set " + LOCAL);
            text.append("  }\n");
        }
        return text.append("}\n").toString();
    }

    /** Returns a transaction that puts a table in the place of the present one, if there is one. */
    static String replacing(String table) {
        return removal() + table;
    }

    /** Returns a transaction that removes the table, whether it exists or not. */
    static String removal() {
        return "table " + NAME + "\ndelete table " + NAME + "\n";
    }

    private static void set(StringBuilder text, String name, String type, List<String> elements) {
        text.append("  set ").append(name).append(" {\n    type ").append(type).append('\n');
        if (!elements.isEmpty()) {
            text.append("    elements = { ").append(String.join(", ", elements)).append(" }\n");
        }
        text.append("  }\n");
    }

    private static void forgetReset(StringBuilder text, CapturePlan plan, List<TransparentCapture> redirects) {
        boolean keeps = plan.captures().stream().anyMatch(TransparentCapture::keepsSource);
        if (redirects.isEmpty() && !keeps) {
            return;
        }
        text.append(FORGET_RESET);
        text.append("  chain resets {\n    type filter hook output priority -150; policy accept;\n");
        redirects.forEach(capture -> rule(text, match(plan, capture) + NEW + forget(capture.isV6())));
        if (keeps) {
            rule(text, "meta mark " + LOCAL + " meta nfproto ipv4" + NEW + forget(false));
            rule(text, "meta mark " + LOCAL + " meta nfproto ipv6" + NEW + forget(true));
        }
        text.append("  }\n");
    }

    private static String forget(boolean isV6) {
        return " ct timeout set \"" + (isV6 ? "reset6" : "reset4") + '"';
    }

    private static String match(CapturePlan plan, TransparentCapture capture) {
        String ports = capture.ports().stream().map(String::valueOf).collect(Collectors.joining(", "));
        String destination;
        if (plan.anyDestination()) {
            destination = "meta nfproto " + (capture.isV6() ? "ipv6" : "ipv4") + " fib daddr type != local";
        } else {
            destination = capture.isV6() ? "ip6 daddr @peers6" : "ip daddr @peers4";
        }
        return destination + " tcp dport { " + ports + " }";
    }

    private static void rule(StringBuilder text, String rule) {
        text.append("    ").append(rule).append('\n');
    }
}
