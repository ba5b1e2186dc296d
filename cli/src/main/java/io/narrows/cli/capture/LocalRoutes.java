package io.narrows.cli.capture;

import io.narrows.config.CaptureMarks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The routing of packets with the mark {@link CaptureMarks#LOCAL}: a rule that sends them to a table of our own, in which all
 * addresses are local.
 */
final class LocalRoutes {
    private static final String TABLE = String.valueOf(CaptureMarks.ROUTING_TABLE);
    private static final String MARK = "0x" + Integer.toHexString(CaptureMarks.LOCAL);
    private static final String V4 = "-4";
    private static final String V6 = "-6";

    /** The kernel whose routes these are. */
    interface Kernel {
        /** Returns whether it has IPv6; without it, ip(8) fails for that family. */
        boolean hasIpv6();

        /**
         * Runs a command that reads or changes its routes, and returns the output.
         *
         * @throws IOException if the command fails
         */
        String run(String... command) throws IOException;
    }

    private static final class ThisHost implements Kernel {
        private static final Path IPV6 = Path.of("/proc/net/if_inet6");

        @Override
        public boolean hasIpv6() {
            return Files.exists(IPV6);
        }

        @Override
        public String run(String... command) throws IOException {
            return HostCommand.run("", command);
        }
    }

    private final Kernel kernel;

    LocalRoutes(Kernel kernel) {
        this.kernel = kernel;
    }

    static LocalRoutes ofThisHost() {
        return new LocalRoutes(new ThisHost());
    }

    /** Returns the commands that make the routes of a plan, for people. */
    static List<String> commands(CapturePlan plan) {
        List<String> commands = new ArrayList<>();
        for (String family : families(plan)) {
            commands.add(String.join(" ", addRule(family)));
            commands.add(String.join(" ", addRoute(family)));
        }
        return commands;
    }

    /** Adds what a plan needs and is missing. */
    void add(CapturePlan plan) throws IOException {
        for (String family : families(plan)) {
            if (!hasRule(family)) {
                kernel.run(addRule(family));
            }
            if (!hasRoute(family)) {
                kernel.run(addRoute(family));
            }
        }
    }

    /** Removes what is there. */
    void remove() throws IOException {
        for (String family : kernel.hasIpv6() ? List.of(V4, V6) : List.of(V4)) {
            while (hasRule(family)) {
                kernel.run("ip", family, "rule", "del", "fwmark", MARK, "lookup", TABLE);
            }
            if (hasRoute(family)) {
                kernel.run("ip", family, "route", "flush", "table", TABLE);
            }
        }
    }

    /** Returns what a plan needs and is missing, in words. */
    List<String> missing(CapturePlan plan) throws IOException {
        List<String> missing = new ArrayList<>();
        for (String family : families(plan)) {
            if (!hasRule(family)) {
                missing.add("ip " + family + " rule for mark " + MARK);
            }
            if (!hasRoute(family)) {
                missing.add("ip " + family + " route in table " + TABLE);
            }
        }
        return missing;
    }

    private static String[] addRule(String family) {
        return new String[] {"ip", family, "rule", "add", "pref", TABLE, "fwmark", MARK, "lookup", TABLE};
    }

    private static String[] addRoute(String family) {
        return new String[] {"ip", family, "route", "add", "local", "default", "dev", "lo", "table", TABLE};
    }

    private static List<String> families(CapturePlan plan) {
        return plan.captures().stream()
                .map(capture -> capture.isV6() ? V6 : V4)
                .distinct()
                .toList();
    }

    private boolean hasRule(String family) throws IOException {
        return kernel.run("ip", family, "rule", "show")
                .lines()
                .anyMatch(rule ->
                        rule.contains("fwmark " + MARK + " ") && rule.strip().endsWith("lookup " + TABLE));
    }

    private boolean hasRoute(String family) throws IOException {
        return kernel.run("ip", family, "route", "show", "table", "all", "type", "local")
                .lines()
                .anyMatch(route -> (route + " ").contains(" table " + TABLE + " "));
    }
}
