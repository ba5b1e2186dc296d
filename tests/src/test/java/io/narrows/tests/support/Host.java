package io.narrows.tests.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A machine of the test: a network namespace with its own hosts file, its own folder and its processes. */
public final class Host implements AutoCloseable {
    private final String name;
    private final InetAddress address;
    private final Path directory;
    private final Path hostsFile;
    private final Path resolverFile;
    private final List<Server> servers = new ArrayList<>();

    Host(String name, InetAddress address, Path directory) {
        this.name = name;
        this.address = address;
        this.directory = directory;
        this.hostsFile = directory.resolve("hosts");
        this.resolverFile = directory.resolve("resolv.conf");
        try {
            Files.createDirectories(directory);
            Files.writeString(hostsFile, "127.0.0.1 localhost\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public String name() {
        return name;
    }

    public Path directory() {
        return directory;
    }

    public String ip() {
        return address.getHostAddress();
    }

    public InetAddress address() {
        return address;
    }

    public InetSocketAddress address(int port) {
        return new InetSocketAddress(address, port);
    }

    /** Maps a name to an address for processes started from now on. */
    public void resolve(String hostName, String ip) {
        try {
            Files.writeString(hostsFile, ip + " " + hostName + "\n", StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Has processes started from now on ask a DNS server at an address, port 53. */
    public void nameServer(InetAddress server) {
        try {
            Files.writeString(resolverFile, "nameserver " + server.getHostAddress() + "\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Runs a program on this host to its end. */
    public String run(String... command) {
        return Command.run(inside(List.of(command)));
    }

    /** Starts a program on this host that runs until it is stopped, at the latest with the host. */
    public Server start(String logName, List<String> command) {
        Server server = Server.start(inside(command), directory.resolve(logName + ".log"));
        servers.add(server);
        return server;
    }

    /** Silently drops packets from others to and from the TCP port from now on. */
    public void loseAllPacketsOf(int port) {
        run("nft", "add table inet blackhole");
        run("nft", "add chain inet blackhole in { type filter hook input priority 0 ; }");
        run("nft", "add rule inet blackhole in iifname eth0 tcp dport " + port + " drop");
        run("nft", "add rule inet blackhole in iifname eth0 tcp sport " + port + " drop");
    }

    /**
     * Drops some packets from others to and from the TCP ports from now on, at random; retransmissions arrive late and out of
     * order.
     *
     * @param percent percentage of packets, 1 to 100
     */
    public void losePacketsOf(int percent, int... ports) {
        String set = Arrays.stream(ports).mapToObj(Integer::toString).collect(Collectors.joining(", ", "{ ", " }"));
        run("nft", "add table inet blackhole");
        run("nft", "add chain inet blackhole in { type filter hook input priority 0 ; }");
        String some = percent == 100 ? "" : "numgen random mod 100 < " + percent;
        for (String end : List.of("dport", "sport")) {
            run("nft", "add rule inet blackhole in iifname eth0 tcp %s %s %s drop".formatted(end, set, some));
        }
    }

    /** Stops dropping packets. */
    public void loseNoPackets() {
        run("nft", "delete table inet blackhole");
    }

    /** Ends the processes started here, and their descendants: the children of a shell outlive it. */
    @Override
    public void close() {
        servers.forEach(Server::kill);
        processes().forEach(ProcessHandle::destroyForcibly);
    }

    /** Kills all processes on this host except one. */
    public void killAllBut(long pid) {
        processes().filter(process -> process.pid() != pid).forEach(ProcessHandle::destroyForcibly);
    }

    private Stream<ProcessHandle> processes() {
        return Command.run("ip", "netns", "pids", name)
                .lines()
                .flatMap(pid -> ProcessHandle.of(Long.parseLong(pid)).stream());
    }

    /**
     * Returns a command that runs inside the namespace, where ip(8) also creates a mount namespace with the files of the
     * resolver in place.
     */
    private List<String> inside(List<String> command) {
        List<String> whole = new ArrayList<>(List.of("ip", "netns", "exec", name, "sh", "-c"));
        String nameServers =
                Files.exists(resolverFile) ? "mount --bind '" + resolverFile + "' /etc/resolv.conf && " : "";
        whole.add("mount --bind \"$0\" /etc/hosts && " + nameServers + "exec \"$@\"");
        whole.add(hostsFile.toString());
        whole.addAll(command);
        return whole;
    }
}
