package io.narrows.tests.support;

import io.narrows.tests.support.Certificates.Identity;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** A builder for the YAML configuration of one sidecar. */
public final class SidecarConfig {
    public static final int LINK_PORT = 15000;
    public static final int ADMIN_PORT = 9901;

    /** The id and the place of a node. */
    public record Site(String id, String region, String zone) {
        private String keys() {
            return "id: %s, region: %s, zone: %s, host: host-of-%s".formatted(id, region, zone, id);
        }
    }

    private final String node;
    private final String ip;
    private final List<String> targets = new ArrayList<>();
    private final List<String> peers = new ArrayList<>();
    private final List<String> captures = new ArrayList<>();
    private String security = "plaintext: true";
    private List<String> rules = List.of(
            "{tier: same-zone, codec: lz4}",
            "{tier: cross-zone, codec: zstd, level: 1}",
            "{tier: cross-region, codec: gzip, level: 6}");
    private final List<String> store = new ArrayList<>();
    private String warmUp = ", warm-up: 0s";
    private String drain = "20s";
    private String token = "";
    private String linkKeys = "";
    private String keys = "";

    /** Creates a configuration with links and the admin page at the host's address. */
    public SidecarConfig(Site site, Host host) {
        this.node = site.keys();
        this.ip = host.ip();
    }

    public SidecarConfig tls(Identity identity) {
        return tls(identity, "strict");
    }

    /** @param mode strict or permissive */
    public SidecarConfig tls(Identity identity, String mode) {
        security = "tls: {cert: %s, key: %s, ca: %s, mode: %s}"
                .formatted(identity.cert(), identity.key(), identity.ca(), mode);
        return this;
    }

    /** Permits {@link Sidecar#reload} from the test's host. Another tree's launcher may not know the key. */
    public SidecarConfig reloadable() {
        token = System.getenv("NARROWS_LAUNCHER") == null ? ", token-file: " + Sidecar.TOKEN_FILE : "";
        return this;
    }

    public SidecarConfig target(String name, String address) {
        targets.add("%s: %s".formatted(name, address));
        return this;
    }

    public SidecarConfig peer(Site site, String linkAddress) {
        peers.add("{%s, link: '%s'}".formatted(site.keys(), linkAddress));
        return this;
    }

    /** Adds a peer with the address that the databases use for its target. */
    public SidecarConfig peer(Site site, String linkAddress, String target, String address) {
        peers.add("{%s, link: '%s', addresses: {%s: '%s'}}".formatted(site.keys(), linkAddress, target, address));
        return this;
    }

    public SidecarConfig capture(String listen, String peerId, String target) {
        captures.add("{listen: '%s', peer: %s, target: %s}".formatted(listen, peerId, target));
        return this;
    }

    /** Adds a listener for traffic of a class. */
    public SidecarConfig capture(String listen, String peerId, String target, String trafficClass) {
        captures.add("{listen: '%s', peer: %s, target: %s, class: %s}".formatted(listen, peerId, target, trafficClass));
        return this;
    }

    /** Adds a listener that ends the database's TLS, as a map of YAML says. */
    public SidecarConfig captureWithTls(String listen, String peerId, String target, String tls) {
        captures.add("{listen: '%s', peer: %s, target: %s, tls: %s}".formatted(listen, peerId, target, tls));
        return this;
    }

    /** Adds a listener that ends the database's TLS, for traffic of a class. */
    public SidecarConfig captureWithTls(String listen, String peerId, String target, String tls, String trafficClass) {
        captures.add("{listen: '%s', peer: %s, target: %s, tls: %s, class: %s}"
                .formatted(listen, peerId, target, tls, trafficClass));
        return this;
    }

    /** Adds a key to the section link, {@code key: value}. */
    public SidecarConfig linkKey(String key) {
        linkKeys += ", " + key;
        return this;
    }

    /** Adds a key to the top level, {@code key: value}. */
    public SidecarConfig key(String key) {
        keys += key + "\n";
        return this;
    }

    /** Enables the default warm-up: two seconds of synthetic traffic, which other tests do without. */
    public SidecarConfig warmUp() {
        warmUp = "";
        return this;
    }

    /** Sets the time for which a sidecar that is terminated lets connections finish, in place of 20 s. */
    public SidecarConfig drain(String time) {
        drain = time;
        return this;
    }

    /** Sets rules as maps of YAML, in place of those by distance. */
    public SidecarConfig policy(String... maps) {
        rules = List.of(maps);
        return this;
    }

    /** Adds the bundled store, in a separate process, with the target raft. */
    public SidecarConfig store(Path data, String clientAddress) {
        return storeKey("data-dir: '%s'".formatted(data))
                .storeKey("process: own")
                .storeKey("listen-clients: ['%s']".formatted(clientAddress))
                .storeKey("plaintext: true");
    }

    /** Adds a key to the store's section, {@code key: value}. */
    public SidecarConfig storeKey(String key) {
        store.add(key);
        return this;
    }

    public String toYaml() {
        return """
                version: 1
                node: {%s}
                link: {listen: '%s:%d', %s, drain: %s%s%s}
                targets: {%s}
                peers:
                %s
                capture:
                %s
                policy:
                %s
                admin: {listen: '%s:%d'%s}
                %s
                %s""".formatted(
                        node,
                        ip,
                        LINK_PORT,
                        security,
                        drain,
                        warmUp,
                        linkKeys,
                        String.join(", ", targets),
                        items(peers),
                        items(captures),
                        items(rules),
                        ip,
                        ADMIN_PORT,
                        token,
                        store.isEmpty() ? "" : "store: {" + String.join(", ", store) + "}",
                        keys);
    }

    private static String items(List<String> items) {
        return items.isEmpty()
                ? "  []"
                : items.stream().map(item -> "  - " + item).collect(Collectors.joining("\n"));
    }
}
