package io.narrows.tests.support;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Hosts on one switch. Each host is a network namespace; the test itself sits at the switch, so that traffic between hosts
 * can be routed through it. Needs the JVM that {@code src/test/jvm/bin/java} starts.
 */
public final class Network implements AutoCloseable {
    private static final String SWITCH = "switch";
    private static final String PREFIX = "10.77.0.";
    private static final int TEST_HOST = 254;
    private static final List<String> OFFLOADS = List.of("tso", "gso", "gro");

    private final Path directory;
    private final Map<String, Host> hosts = new LinkedHashMap<>();
    private Optional<DelayedSwitch> delay = Optional.empty();

    /** @param directory for the files of hosts */
    public Network(Path directory) {
        this.directory = directory;
        Command.run("ip", "link", "add", SWITCH, "type", "bridge");
        Command.run("ip", "address", "add", PREFIX + TEST_HOST + "/24", "dev", SWITCH);
        Command.run("ip", "link", "set", SWITCH, "up");
    }

    /** Creates a host, whose address ends in the number of hosts so far. */
    public Host host(String name) {
        int number = hosts.size() + 1;
        String port = portOf(number);
        Command.run("ip", "netns", "add", name);
        Command.run("ip", "link", "add", port, "type", "veth", "peer", "name", "eth0", "netns", name);
        Command.run("ip", "link", "set", port, "master", SWITCH, "up");
        Command.run("ip", "-n", name, "address", "add", PREFIX + number + "/24", "dev", "eth0");
        Command.run("ip", "-n", name, "link", "set", "eth0", "up");
        Command.run("ip", "-n", name, "link", "set", "lo", "up");
        Host host = new Host(name, address(number), directory.resolve(name));
        hosts.put(name, host);
        return host;
    }

    /** Turns segmentation offloads off at all ports of the switch, so that packets are those of a real wire. */
    public void segmentsAsTheyAre() {
        for (int number = 0; number <= hosts.size(); number++) {
            for (String offload : OFFLOADS) {
                Command.run("ethtool", "-K", number == 0 ? SWITCH : portOf(number), offload, "off");
            }
        }
    }

    /**
     * Delays packets between these hosts by that time, one way. Other hosts, and the test itself, are not delayed.
     *
     * @param far at least two
     */
    public void delay(List<Host> far, Duration oneWay) {
        List<Host> all = List.copyOf(hosts.values());
        all.forEach(Offloads::off);
        List<String> ports = IntStream.range(0, all.size())
                .filter(i -> far.contains(all.get(i)))
                .mapToObj(i -> portOf(i + 1))
                .toList();
        delay = Optional.of(new DelayedSwitch(SWITCH, ports, oneWay));
    }

    /** Returns an address that the test itself listens on. */
    public static InetSocketAddress testAddress(int port) {
        return new InetSocketAddress(address(TEST_HOST), port);
    }

    private static String portOf(int number) {
        return "port" + number;
    }

    private static InetAddress address(int number) {
        try {
            return InetAddress.getByName(PREFIX + number);
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException("no address " + PREFIX + number, e);
        }
    }

    /** Ends the processes of all hosts and removes the hosts. */
    @Override
    public void close() {
        hosts.values().forEach(Host::close);
        delay.ifPresent(DelayedSwitch::close);
        // A namespace is removed some time later; removing a port immediately removes its other end too.
        for (int number = 1; number <= hosts.size(); number++) {
            Command.run("ip", "link", "delete", portOf(number));
        }
        hosts.keySet().forEach(name -> Command.run("ip", "netns", "delete", name));
        Command.run("ip", "link", "delete", SWITCH);
    }
}
