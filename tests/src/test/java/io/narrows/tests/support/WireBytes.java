package io.narrows.tests.support;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Counts the IP bytes of ports that arrive at a host's interface from each of some other hosts, with nftables counters. What the
 * kernel redirects to a sidecar never gets to the interface.
 */
public final class WireBytes {
    private static final Pattern BYTES = Pattern.compile("counter from_(\\d+) \\{\\s*packets \\d+ bytes (\\d+)");

    private final Host host;
    private final List<Host> others;

    /** Starts counting. */
    public WireBytes(Host host, List<Host> others, List<Integer> ports) {
        this.host = host;
        this.others = List.copyOf(others);
        StringBuilder table = new StringBuilder("table inet wire {\n");
        for (int i = 0; i < others.size(); i++) {
            table.append("counter from_%d { }\n".formatted(i));
        }
        table.append("chain received {\n type filter hook prerouting priority -300;\n");
        String set = ports.toString().replace('[', '{').replace(']', '}');
        for (int i = 0; i < others.size(); i++) {
            for (String end : List.of("sport", "dport")) {
                table.append("iifname eth0 ip saddr %s tcp %s %s counter name from_%d\n"
                        .formatted(others.get(i).ip(), end, set, i));
            }
        }
        host.run("nft", table.append("}\n}\n").toString());
    }

    /** Returns the bytes from each of the other hosts since the start. */
    public Map<Host, Long> read() {
        Map<Host, Long> bytes = new HashMap<>();
        Matcher counters = BYTES.matcher(host.run("nft", "list", "counters", "table", "inet", "wire"));
        while (counters.find()) {
            bytes.put(others.get(Integer.parseInt(counters.group(1))), Long.parseLong(counters.group(2)));
        }
        return bytes;
    }
}
