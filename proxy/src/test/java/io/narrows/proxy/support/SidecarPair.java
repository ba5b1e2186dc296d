package io.narrows.proxy.support;

import io.narrows.config.Config;
import io.narrows.config.ConfigException;
import io.narrows.config.ConfigLoader;
import io.narrows.config.ConfigSource;
import io.narrows.proxy.Sidecar;
import io.narrows.proxy.memory.ProcessMemory;
import io.narrows.testkit.FreePort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Two sidecars in this process: {@code a} captures for {@code b}'s target {@code work}, each on its own loopback port.
 * {@code a} also knows a target {@code gone} that {@code b} does not have.
 */
public final class SidecarPair implements AutoCloseable {
    private final Path folder;
    private String targetOfB;
    private String addressOfB = "b.example:2380";
    private String keysOfB = "";
    private String peerSources = "[]";
    private final int targetPort;
    private final List<String> tls;
    private final int[] linkPorts = {FreePort.next(), FreePort.next(), FreePort.next()};
    private final int[] capturePorts = {FreePort.next(), FreePort.next(), FreePort.next()};
    private final int[] adminPorts = {FreePort.next(), FreePort.next()};
    private String policy;
    private String tlsOfCapture = "";
    private String moreOfA = "";
    private Optional<String> dictionarySettings = Optional.empty();
    private ProcessMemory memory = ProcessMemory.ofThisProcess();
    private Sidecar a;
    private Sidecar b;

    /** @param policy the rules, as lines of YAML flow maps */
    public SidecarPair(Path folder, int targetPort, String policy) throws IOException {
        this(folder, targetPort, policy, List.of("plaintext: true", "plaintext: true"));
    }

    /** @param tls the YAML for TLS in each node's {@code link} */
    public SidecarPair(Path folder, int targetPort, String policy, List<String> tls) throws IOException {
        this.folder = folder;
        this.targetPort = targetPort;
        this.policy = policy;
        this.tls = tls;
    }

    /** Makes both sidecars assume that the process has that much memory. */
    public SidecarPair withMemory(ProcessMemory ofEach) {
        memory = ofEach;
        return this;
    }

    public SidecarPair start() throws IOException {
        startB();
        startA();
        return this;
    }

    public void startA() throws IOException {
        a = start("a");
    }

    public void startB() throws IOException {
        b = start("b");
    }

    /** Replaces the YAML of {@code b}'s target; call before it starts. */
    public void targetOfB(String yaml) {
        targetOfB = yaml;
    }

    /** Makes both sidecars look for further peers, in sources in YAML; call before they start. */
    public SidecarPair withPeerSources(String yaml) {
        peerSources = yaml;
        return this;
    }

    /** Makes {@code a} fall back to {@code b}'s target, with further YAML keys of the peer; call before it starts. */
    public SidecarPair withFallback(String keys) {
        addressOfB = "127.0.0.1:" + targetPort;
        keysOfB = ", fallback: plain" + keys;
        return this;
    }

    /** Tells {@code a} the address of {@code b}'s target; call before it starts. */
    public SidecarPair withAddress() {
        addressOfB = "127.0.0.1:" + targetPort;
        return this;
    }

    /** Makes {@code a}'s listener end TLS, as a YAML map says; call before it starts. */
    public SidecarPair endingTls(String yaml) {
        tlsOfCapture = ", tls: " + yaml;
        return this;
    }

    /** Adds lines of YAML to {@code a}'s file; call before it starts. */
    public SidecarPair withKeys(String lines) {
        moreOfA = lines;
        return this;
    }

    /**
     * Gives each sidecar a directory for dictionaries; call before they start.
     *
     * @param settings further keys of {@code dictionaries}
     */
    public SidecarPair withDictionaries(String settings) {
        dictionarySettings = Optional.of(settings);
        return this;
    }

    private String dictionarySection(String node) {
        return dictionarySettings
                .map(settings -> "dictionaries: {path: %s, %s}\n".formatted(dictionaries(node), settings))
                .orElse("");
    }

    /** Returns the directory of a node's dictionaries. */
    public Path dictionaries(String node) {
        return folder.resolve("dictionaries-" + node);
    }

    public Sidecar a() {
        return a;
    }

    public Sidecar b() {
        return b;
    }

    /** Returns the port on which {@code a} captures for {@code b}'s target. */
    public int listenerPort() {
        return capturePorts[0];
    }

    /** Returns the port on which {@code a} accepts HTTP CONNECT. */
    public int connectPort() {
        return capturePorts[1];
    }

    /** Returns the port on which {@code a} accepts SOCKS5. */
    public int socks5Port() {
        return capturePorts[2];
    }

    public int linkPortOfB() {
        return linkPorts[1];
    }

    public int adminPort(String node) {
        return adminPorts[node.equals("a") ? 0 : 1];
    }

    public Path file(String node) {
        return folder.resolve(node + ".yaml");
    }

    /** Writes both files with a different policy; the sidecars are not notified. */
    public void writePolicy(String rules) throws IOException {
        policy = rules;
        Files.writeString(file("a"), yaml("a"));
        Files.writeString(file("b"), yaml("b"));
    }

    /** Writes {@code a}'s file with other lines of {@link #withKeys}; the sidecar is not notified. */
    public void writeKeys(String lines) throws IOException {
        moreOfA = lines;
        Files.writeString(file("a"), yaml("a"));
    }

    private Sidecar start(String node) throws IOException {
        Files.writeString(file(node), yaml(node));
        try {
            Config config = ConfigLoader.load(file(node));
            return Sidecar.start(config, ConfigSource.of(file(node)), "test", memory);
        } catch (ConfigException e) {
            throw new IOException(e);
        }
    }

    private String yaml(String node) {
        boolean isA = node.equals("a");
        int own = isA ? 0 : 1;
        String capture = isA ? """
                capture:
                  - {listen: 127.0.0.1:%d, peer: b, target: work, class: replication%s}
                  - {connect: 127.0.0.1:%d}
                  - {socks5: 127.0.0.1:%d}
                """.formatted(capturePorts[0], tlsOfCapture, capturePorts[1], capturePorts[2]) : "";
        return """
                version: 1
                node: {id: %s, region: %s, zone: z, host: h-%s}
                link: {listen: 127.0.0.1:%d, drain: 1s, %s}
                targets: {%swork: %s}
                peers:
                  - {id: %s, region: %s, zone: z, host: h, link: 127.0.0.1:%d, addresses: {%swork: %s}%s}
                peers-from: %s
                %spolicy:
                %s
                tariff: {preset: aws}
                admin: {listen: 127.0.0.1:%d}
                %s%s""".formatted(
                        node,
                        isA ? "us-east-1" : "eu-west-1",
                        node,
                        linkPorts[own],
                        tls.get(own),
                        isA ? "gone: 127.0.0.1:1, " : "",
                        isA || targetOfB == null ? "127.0.0.1:" + targetPort : targetOfB,
                        isA ? "b" : "a",
                        isA ? "eu-west-1" : "us-east-1",
                        linkPorts[1 - own],
                        isA ? "gone: b.example:1, " : "",
                        isA ? addressOfB : "b.example:2380",
                        isA ? keysOfB : "",
                        peerSources,
                        capture,
                        policy.indent(2).stripTrailing(),
                        adminPorts[own],
                        dictionarySection(node),
                        isA ? moreOfA : "");
    }

    public void stopA() {
        if (a != null) {
            a.close();
            a = null;
        }
    }

    public void stopB() {
        if (b != null) {
            b.close();
            b = null;
        }
    }

    @Override
    public void close() {
        stopA();
        stopB();
    }
}
