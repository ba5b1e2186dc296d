package io.narrows.tests.databases;

import java.util.List;

/**
 * The paths between members: through the sidecars at the nodes' loopback addresses, or directly at the machines' own
 * addresses.
 *
 * @param machines the addresses of the machines in the order of the nodes; empty with sidecars
 */
record Wiring(List<String> machines) {
    private static final String LOOPBACK = "127.0.1.";

    static Wiring throughSidecars() {
        return new Wiring(List.of());
    }

    static Wiring direct(List<String> machines) {
        return new Wiring(machines);
    }

    boolean hasSidecars() {
        return machines.isEmpty();
    }

    /**
     * Returns settings or lines of a hosts file; for direct paths, the loopback address of each node is replaced by its
     * machine's.
     */
    String applied(String text) {
        String result = text;
        for (int number = machines.size(); number >= 1; number--) {
            String loopback = LOOPBACK + number;
            String machine = machines.get(number - 1);
            result = result.replaceAll("\\b" + loopback.replace(".", "\\.") + "\\b", machine)
                    .replaceAll(
                            "\\b" + loopback.replace('.', ',') + "\\b", machine.replace('.', ',')); // an Erlang tuple
        }
        return result;
    }
}
