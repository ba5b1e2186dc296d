package io.narrows.cli.capture;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.config.Config;
import io.narrows.config.ConfigException;
import io.narrows.config.ConfigLoader;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NftTableTest {
    @TempDir
    private Path directory;

    @Test
    void redirection_sparesTheSidecar_andSendsAnswersBackToIt() throws IOException, ConfigException {
        Config config = config("""
                  - {transparent: 127.0.0.1:15001, ports: [2380, 2379], plaintext: true}
                  - {transparent: '[::1]:15001', ports: [2380], plaintext: true}
                """);

        assertThat(NftTable.of(
                        CapturePlan.of(config, false, OptionalInt.of(998)).orElseThrow()))
                .isEqualTo("""
                # fail: closed
                table inet narrows {
                  set peers4 {
                    type ipv4_addr
                    elements = { 10.0.0.2, 10.0.0.3 }
                  }
                  set peers6 {
                    type ipv6_addr
                    elements = { fd00:0:0:0:0:0:0:2 }
                  }
                  ct timeout reset4 {
                    protocol tcp; l3proto ip; policy = { close : 0 }
                  }
                  ct timeout reset6 {
                    protocol tcp; l3proto ip6; policy = { close : 0 }
                  }
                  chain resets {
                    type filter hook output priority -150; policy accept;
                    ip daddr @peers4 tcp dport { 2380, 2379 } tcp flags & (fin | syn | rst | ack) == syn ct timeout set "reset4"
                    ip6 daddr @peers6 tcp dport { 2380 } tcp flags & (fin | syn | rst | ack) == syn ct timeout set "reset6"
                    meta mark 0x00003062 meta nfproto ipv4 tcp flags & (fin | syn | rst | ack) == syn ct timeout set "reset4"
                    meta mark 0x00003062 meta nfproto ipv6 tcp flags & (fin | syn | rst | ack) == syn ct timeout set "reset6"
                  }
                  chain redirected {
                    type nat hook output priority -100; policy accept;
                    meta mark 0x00003061 accept
                    meta skuid 998 accept
                    ip daddr @peers4 tcp dport { 2380, 2379 } tcp flags & (fin | syn | rst | ack) == syn redirect to :15001
                    ip6 daddr @peers6 tcp dport { 2380 } tcp flags & (fin | syn | rst | ack) == syn redirect to :15001
                  }
                  chain answers {
                    type route hook output priority -150; policy accept;
                    meta mark 0x00003062 ct mark set 0x00003062
                    ct mark 0x00003062 meta mark set 0x00003062
                  }
                }
                """);
    }

    @Test
    void ownSource_needsNoRouting() throws IOException, ConfigException {
        CapturePlan plan = CapturePlan.of(
                        config("  - {transparent: 127.0.0.1:15001, ports: [2380], source: own}\n"),
                        false,
                        OptionalInt.empty())
                .orElseThrow();

        assertThat(plan.needsLocalRoutes()).isFalse();
        assertThat(NftTable.of(plan)).contains("chain redirected").doesNotContain("answers", "skuid");
    }

    @Test
    void tproxy_isForRoutedTraffic() throws IOException, ConfigException {
        CapturePlan plan = CapturePlan.of(
                        config("  - {transparent: '0.0.0.0:15002', ports: [2380], mode: tproxy, source: own}\n"),
                        false,
                        OptionalInt.empty())
                .orElseThrow();

        assertThat(plan.needsLocalRoutes()).isTrue();
        assertThat(NftTable.of(plan)).doesNotContain("redirected", "ct timeout").contains("""
                  chain routed {
                    type filter hook prerouting priority -150; policy accept;
                    meta l4proto tcp socket transparent 1 meta mark set 0x00003062 accept
                    ip daddr @peers4 tcp dport { 2380 } tcp flags & (fin | syn | rst | ack) == syn tproxy ip to 0.0.0.0:15002 meta mark set 0x00003062 accept
                    ip daddr @peers4 tcp dport { 2380 } tcp flags & (fin | syn | rst | ack) == syn reject with tcp reset
                  }
                """);
    }

    @Test
    void anyDestination_isAnotherHosts_andNeedsNoAddressOfAPeer() throws IOException, ConfigException {
        Config config = config(
                "  - {transparent: 127.0.0.1:15001, ports: [2380], source: own}\n"
                        + "  - {transparent: '[::1]:15001', ports: [2380], source: own}\n",
                "no-such-host.invalid");

        assertThat(NftTable.of(CapturePlan.of(config, true, OptionalInt.empty()).orElseThrow()))
                .isEqualTo("""
                # fail: closed
                table inet narrows {
                  ct timeout reset4 {
                    protocol tcp; l3proto ip; policy = { close : 0 }
                  }
                  ct timeout reset6 {
                    protocol tcp; l3proto ip6; policy = { close : 0 }
                  }
                  chain resets {
                    type filter hook output priority -150; policy accept;
                    meta nfproto ipv4 fib daddr type != local tcp dport { 2380 } tcp flags & (fin | syn | rst | ack) == syn ct timeout set "reset4"
                    meta nfproto ipv6 fib daddr type != local tcp dport { 2380 } tcp flags & (fin | syn | rst | ack) == syn ct timeout set "reset6"
                  }
                  chain redirected {
                    type nat hook output priority -100; policy accept;
                    meta mark 0x00003061 accept
                    meta nfproto ipv4 fib daddr type != local tcp dport { 2380 } tcp flags & (fin | syn | rst | ack) == syn redirect to :15001
                    meta nfproto ipv6 fib daddr type != local tcp dport { 2380 } tcp flags & (fin | syn | rst | ack) == syn redirect to :15001
                  }
                }
                """);
    }

    @Test
    void peersThatAreFound_haveAddressesThatChange() throws IOException, ConfigException {
        Path file = Files.writeString(directory.resolve("found.yaml"), """
                version: 1
                node: {id: a, region: r1, zone: z1, host: h1}
                link: {listen: 127.0.0.1:15000, plaintext: true}
                targets: {}
                peers-from: [{dns: 'db-peers.example:15000', plaintext: true}]
                capture: [{transparent: 127.0.0.1:15001, ports: [2380]}]
                """);

        assertThat(CapturePlan.of(ConfigLoader.load(file), false, OptionalInt.empty()))
                .get()
                .matches(CapturePlan::anyDestination);
    }

    @Test
    void fileWithoutTransparentCapture_hasNoPlan() throws IOException, ConfigException {
        assertThat(CapturePlan.of(config("  - {connect: 127.0.0.1:15001}\n"), false, OptionalInt.empty()))
                .isEmpty();
    }

    @Test
    void nameWithoutAddress_isNamedWithItsPeer_andLeavesTheOthers() throws IOException, ConfigException {
        Config config = config("  - {transparent: 127.0.0.1:15001, ports: [2380]}\n", "no-such-host.invalid");

        CapturePlan plan = CapturePlan.of(config, false, OptionalInt.empty()).orElseThrow();

        assertThat(plan.unknown()).containsExactly("peer c: no-such-host.invalid has no address (set ip in peers)");
        assertThat(plan.peers4()).containsExactly("10.0.0.2");
    }

    @Test
    void installedAddresses_areReadFromTheListing() throws IOException {
        String listing = """
                table inet narrows {
                \tset peers4 {
                \t\ttype ipv4_addr
                \t\telements = { 10.0.0.2, 10.0.0.3,
                \t\t\t     10.0.0.4 }
                \t}

                \tset peers6 {
                \t\ttype ipv6_addr
                \t\telements = { fd00::2 }
                \t}
                }
                """;

        assertThat(InstalledTable.addresses(listing))
                .extracting(InetAddress::getHostAddress)
                .containsExactly("10.0.0.2", "10.0.0.3", "10.0.0.4", "fd00:0:0:0:0:0:0:2");
        assertThat(InstalledTable.addresses(listing.replaceAll("(?s)\t\telements.*?}\n", "")))
                .isEmpty();
    }

    private Config config(String captures) throws IOException, ConfigException {
        return config(captures, "10.0.0.3");
    }

    private Config config(String captures, String third) throws IOException, ConfigException {
        return ConfigLoader.load(Files.writeString(directory.resolve("narrows.yaml"), """
                version: 1
                node: {id: a, region: r1, zone: z1, host: h1}
                link: {listen: 127.0.0.1:15000}
                targets: {raft: 127.0.0.1:2380}
                peers:
                  - {id: b, link: 10.0.0.2:15000, ip: [10.0.0.2, 'fd00::2']}
                  - {id: c, link: '%s:15000'}
                capture:
                %s""".formatted(third, captures)));
    }
}
