package io.narrows.tests.support;

import java.util.List;

/** Segmentation offloads of interfaces: without them, packets are those of a real wire. */
final class Offloads {
    private static final List<String> KINDS = List.of("tso", "gso", "gro", "tx", "rx");

    private Offloads() {}

    /** Turns them off at the test's own interfaces. */
    static void off(List<String> interfaces) {
        interfaces.forEach(device -> KINDS.forEach(kind -> Command.run("ethtool", "-K", device, kind, "off")));
    }

    /** Turns them off at a host's interface. */
    static void off(Host host) {
        KINDS.forEach(kind -> host.run("ethtool", "-K", "eth0", kind, "off"));
    }
}
