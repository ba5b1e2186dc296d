package io.narrows.tests.soak;

import io.narrows.tests.support.Command;
import io.narrows.tests.support.Host;
import io.narrows.tests.support.Metrics;
import io.narrows.tests.support.Network;
import io.narrows.tests.support.Sidecar;
import io.narrows.tests.support.SidecarConfig;
import io.narrows.tests.support.WireHop;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** A sidecar, its host, and the wire through which the other sidecar's links arrive. */
final class Side {
    /**
     * Enables leak detection, and limits the heap: because it cannot grow much beyond what is needed, its size shows the
     * retained memory.
     */
    private static final String OPTIONS =
            "-Xmx224m -Dio.netty.leakDetection.level=paranoid -Dio.netty.leakDetection.acquireAndReleaseOnly=true";

    private static final Pattern REASON = Pattern.compile("narrows_failures_total\\{.*reason=\"([^\"]+)\".* (\\S+)");

    private final Host host;
    private final int wirePort;
    private final boolean unpack;
    private final Weather weather = new Weather();
    private final WireHop wire;
    private SoakConfig config;
    private Sidecar sidecar;

    /** @param unpack whether each rule that compresses also unpacks */
    Side(Host host, int wirePort, boolean unpack) throws IOException {
        this.host = host;
        this.wirePort = wirePort;
        this.unpack = unpack;
        this.wire = new WireHop(Network.testAddress(wirePort), host.address(SidecarConfig.LINK_PORT), weather);
    }

    void start(Side other, InetSocketAddress target, SplittableRandom random) throws IOException {
        InetSocketAddress otherWire = Network.testAddress(other.wirePort);
        config = new SoakConfig(host.name(), host.ip(), other.host.name(), text(otherWire), text(target), unpack);
        sidecar = Sidecar.start(host, config.toYaml(random), OPTIONS);
    }

    private static String text(InetSocketAddress address) {
        return address.getAddress().getHostAddress() + ":" + address.getPort();
    }

    Host host() {
        return host;
    }

    Sidecar sidecar() {
        return sidecar;
    }

    WireHop wire() {
        return wire;
    }

    Weather weather() {
        return weather;
    }

    /** Loads a different policy, derived from the random numbers. */
    void reload(SplittableRandom random) throws IOException {
        sidecar.reload(config.toYaml(random));
    }

    List<InetSocketAddress> captures() {
        return IntStream.range(0, SoakConfig.CLASSES)
                .mapToObj(i -> host.address(SoakConfig.FIRST_CAPTURE_PORT + i))
                .toList();
    }

    /** Returns the sidecar's errors since its start, by reason. */
    Map<String, Long> errors() throws IOException {
        Map<String, Long> errors = new TreeMap<>();
        sidecar.metrics()
                .text()
                .lines()
                .map(REASON::matcher)
                .filter(Matcher::matches)
                .forEach(line -> errors.merge(line.group(1), (long) Double.parseDouble(line.group(2)), Long::sum));
        errors.values().removeIf(count -> count == 0);
        return errors;
    }

    /** Returns whether no link carries a connection, and links hold no memory. */
    boolean idle() throws IOException {
        Metrics metrics = sidecar.metrics();
        return metrics.sum("narrows_links", "state=\"open\"") == 0
                && metrics.sum("narrows_links", "state=\"opening\"") == 0
                && metrics.sum("narrows_link_memory_bytes") == 0;
    }

    /** Returns the bytes of compressed pieces that the sidecar has sent or received unpacked. */
    long unpackedBytes() throws IOException {
        return (long) sidecar.metrics().sum("narrows_unpacked_bytes_total");
    }

    /** Collects garbage in the sidecar, after which Netty detects leaks. */
    void collectGarbage() {
        Command.run(
                Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                Long.toString(sidecar.pid()),
                "GC.run");
    }

    long residentMegabytes() throws IOException {
        return Files.readAllLines(Path.of("/proc", Long.toString(sidecar.pid()), "status")).stream()
                .filter(line -> line.startsWith("VmRSS:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) / 1024)
                .sum();
    }
}
