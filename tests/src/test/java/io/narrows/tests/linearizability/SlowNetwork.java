package io.narrows.tests.linearizability;

import io.narrows.tests.support.Host;
import java.util.ArrayList;
import java.util.List;

/**
 * Delays the packets that a host sends: with netem if the kernel has it, otherwise by queuing them on a slow line,
 * which loses some.
 */
final class SlowNetwork implements AutoCloseable {
    private static final List<String> NETEM = List.of("netem", "delay", "80ms", "60ms", "loss", "1%");
    private static final List<String> NARROW = List.of("tbf", "rate", "500kbit", "burst", "4kb", "latency", "600ms");

    private final Host host;

    /** Starts the delay. */
    SlowNetwork(Host host) {
        this.host = host;
        try {
            add(NETEM);
        } catch (IllegalStateException notInThisKernel) {
            add(NARROW);
        }
    }

    private void add(List<String> discipline) {
        List<String> command = new ArrayList<>(List.of("tc", "qdisc", "add", "dev", "eth0", "root"));
        command.addAll(discipline);
        host.run(command.toArray(String[]::new));
    }

    /** Stops the delay. */
    @Override
    public void close() {
        host.run("tc", "qdisc", "delete", "dev", "eth0", "root");
    }
}
