package io.narrows.proxy.capture;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.config.Config;
import io.narrows.config.ConfigException;
import io.narrows.config.ConfigLoader;
import io.narrows.config.HostPort;
import io.narrows.config.OriginatedTls;
import io.narrows.config.PeerId;
import io.narrows.proxy.link.proto.Refused;
import io.narrows.proxy.meter.Failure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests what a peer may reach. The host under test has the address 10.0.0.1. */
class DeliveryRulesTest {
    private static final PeerId B = new PeerId("b");
    private static final PeerId C = new PeerId("c");

    @TempDir
    private Path directory;

    private final DeliveryRules privileged =
            new DeliveryRules(true, address -> address.getHostAddress().equals("10.0.0.1"));

    @Test
    void targetsAreReachedByNameAndByAddress_fromTheHostsOwnAddress() throws IOException, ConfigException {
        Config config = config("");

        assertThat(privileged.decide(config, B, false, "db")).isEqualTo(granted("127.0.0.1:2380", false));
        assertThat(privileged.decide(config, B, false, "127.0.0.1:2380")).isEqualTo(granted("127.0.0.1:2380", false));
        assertThat(failure(privileged.decide(config, B, false, "other"))).isEqualTo(Failure.UNKNOWN_TARGET);
        assertThat(failure(privileged.decide(config, B, false, "127.0.0.1:2381")))
                .isEqualTo(Failure.TARGET_DENIED);
    }

    @Test
    void peersOfATarget_countForItsAddressToo() throws IOException, ConfigException {
        Config config = config("");

        assertThat(privileged.decide(config, B, false, "10.0.0.1:9000")).isEqualTo(granted("10.0.0.1:9000", false));
        assertThat(failure(privileged.decide(config, C, false, "10.0.0.1:9000")))
                .isEqualTo(Failure.TARGET_DENIED);
        assertThat(failure(privileged.decide(config, C, false, "for-b"))).isEqualTo(Failure.TARGET_DENIED);
    }

    @Test
    void transparentPort_isReachedAtAddressesOfThisHost_butNotAtLoopback() throws IOException, ConfigException {
        Config config = config("{transparent: 127.0.0.1:15001, ports: [7000], plaintext: true}");

        assertThat(privileged.decide(config, B, false, "10.0.0.1:7000")).isEqualTo(granted("10.0.0.1:7000", true));
        for (String other : new String[] {"10.0.0.1:7001", "10.0.0.2:7000", "127.0.0.1:7000", "[fd00::1]:7000"}) {
            assertThat(failure(privileged.decide(config, B, true, other)))
                    .as(other)
                    .isEqualTo(Failure.TARGET_DENIED);
        }
    }

    @Test
    void whatIsNoAddress_isDenied() throws IOException, ConfigException {
        Config config = config("{transparent: 127.0.0.1:15001, ports: [7000]}");

        for (String other :
                new String[] {"localhost:7000", ":7000", "10.0.0.1:", "10.0.0.1:70000", "::1", "a:b:c", "\n:1"}) {
            assertThat(failure(privileged.decide(config, B, true, other)))
                    .as(other)
                    .isEqualTo(Failure.TARGET_DENIED);
        }
    }

    @Test
    void peersAddress_isLentOnlyToPeersThatProvedWhoTheyAre() throws IOException, ConfigException {
        Config standard = config("{transparent: 127.0.0.1:15001, ports: [7000]}");

        assertThat(privileged.decide(standard, B, true, "10.0.0.1:7000")).isEqualTo(granted("10.0.0.1:7000", true));
        assertThat(privileged.decide(standard, B, false, "10.0.0.1:7000")).isEqualTo(granted("10.0.0.1:7000", false));
    }

    @Test
    void targetWithPeers_isNotReachedByAnotherAddressOfItsPort() throws IOException, ConfigException {
        Config config = config("{transparent: 127.0.0.1:15001, ports: [9000, 7000]}");
        DeliveryRules rules = new DeliveryRules(true, address -> true);

        assertThat(rules.decide(config, B, true, "172.17.0.1:9000")).isInstanceOf(Delivery.Granted.class);
        assertThat(failure(rules.decide(config, C, true, "172.17.0.1:9000"))).isEqualTo(Failure.TARGET_DENIED);
    }

    @Test
    void mappedAddress_isJudgedAsTheIpv4AddressThatItIs() throws IOException, ConfigException {
        Config config = config("{transparent: '[::1]:15001', ports: [7000]}");

        assertThat(failure(privileged.decide(config, B, true, "[::ffff:10.0.0.1]:7000")))
                .isEqualTo(Failure.TARGET_DENIED);
    }

    @Test
    void explicitKeep_requiresAnAddressOfThePeer() throws IOException, ConfigException {
        assertThat(privileged.decide(
                        config("{transparent: 127.0.0.1:15001, ports: [7000], source: keep, plaintext: true}"),
                        B,
                        false,
                        "10.0.0.1:7000"))
                .isEqualTo(
                        new Delivery.Granted(HostPort.parse("10.0.0.1:7000"), Delivery.Source.PEERS, Optional.empty()));
    }

    @Test
    void explicitKeep_isDeniedOnAPlainLink_evenIfTlsIsOptional() throws IOException, ConfigException {
        for (String file : new String[] {"cert.pem", "key.pem", "ca.pem"}) {
            Files.createFile(directory.resolve(file));
        }
        Config config = config(
                "tls: {cert: cert.pem, key: key.pem, ca: ca.pem, mode: permissive}",
                "{transparent: 127.0.0.1:15001, ports: [7000], source: keep}");

        assertThat(failure(privileged.decide(config, B, false, "10.0.0.1:7000")))
                .isEqualTo(Failure.TARGET_DENIED);
        assertThat(privileged.decide(config, B, true, "10.0.0.1:7000"))
                .isEqualTo(
                        new Delivery.Granted(HostPort.parse("10.0.0.1:7000"), Delivery.Source.PEERS, Optional.empty()));
    }

    @Test
    void peersAddress_isNotLentWithoutPrivilegeOrWish() throws IOException, ConfigException {
        DeliveryRules unprivileged =
                new DeliveryRules(false, address -> address.getHostAddress().equals("10.0.0.1"));

        assertThat(unprivileged.decide(
                        config("{transparent: 127.0.0.1:15001, ports: [7000]}"), B, true, "10.0.0.1:7000"))
                .isEqualTo(granted("10.0.0.1:7000", false));
        assertThat(privileged.decide(
                        config("{transparent: 127.0.0.1:15001, ports: [7000], source: own}"), B, true, "10.0.0.1:7000"))
                .isEqualTo(granted("10.0.0.1:7000", false));
    }

    @Test
    void tlsOfATarget_beginsByItsName_itsAddress_andItsPort() throws IOException, ConfigException {
        Files.createFile(directory.resolve("ca.pem"));
        Config config = config(
                "plaintext: true",
                "tls: {address: 127.0.0.1:7000, peers: [b], tls: {ca: ca.pem, plaintext: true}}",
                "{transparent: 127.0.0.1:15001, ports: [7000, 7001], source: own}");

        for (String asked : new String[] {"tls", "127.0.0.1:7000", "10.0.0.1:7000"}) {
            assertThat(privileged.decide(config, B, false, asked))
                    .as(asked)
                    .isInstanceOfSatisfying(
                            Delivery.Granted.class,
                            granted -> assertThat(granted.tls())
                                    .map(OriginatedTls::ca)
                                    .contains(directory.resolve("ca.pem")));
        }
        assertThat(failure(privileged.decide(config, C, false, "10.0.0.1:7000")))
                .isEqualTo(Failure.TARGET_DENIED);
        assertThat(privileged.decide(config, B, false, "10.0.0.1:7001")).isEqualTo(granted("10.0.0.1:7001", false));
    }

    @Test
    void tlsOfATarget_requiresALinkWithTls() throws IOException, ConfigException {
        Files.createFile(directory.resolve("ca.pem"));
        Config config = config(
                "tls: {cert: ca.pem, key: ca.pem, ca: ca.pem, mode: permissive}",
                "tls: {address: 127.0.0.1:7000, peers: [b], tls: {ca: ca.pem}}",
                "");

        assertThat(privileged.decide(config, B, false, "tls"))
                .isEqualTo(new Delivery.Denied(
                        Refused.Reason.TARGET_DENIED,
                        Failure.TARGET_DENIED,
                        "the target does not accept plain-text links"));
        assertThat(privileged.decide(config, B, true, "tls")).isInstanceOf(Delivery.Granted.class);
    }

    private static Delivery granted(String address, boolean keepSource) {
        return new Delivery.Granted(
                HostPort.parse(address),
                keepSource ? Delivery.Source.PEERS_IF_KNOWN : Delivery.Source.OWN,
                Optional.empty());
    }

    private static Failure failure(Delivery delivery) {
        return ((Delivery.Denied) delivery).failure();
    }

    private Config config(String capture) throws IOException, ConfigException {
        return config("plaintext: true", capture);
    }

    private Config config(String link, String capture) throws IOException, ConfigException {
        return config(link, "plain: 127.0.0.1:1", capture);
    }

    private Config config(String link, String target, String capture) throws IOException, ConfigException {
        return ConfigLoader.load(
                Files.writeString(directory.resolve("narrows.yaml"), """
                version: 1
                node: {id: a, region: r1, zone: z1, host: h1}
                link: {listen: 127.0.0.1:15000, %s}
                targets: {db: 127.0.0.1:2380, for-b: {address: 10.0.0.1:9000, peers: [b]}, %s}
                peers:
                  - {id: b, link: 10.0.0.2:15000}
                  - {id: c, link: 10.0.0.3:15000}
                capture: [%s]
                """.formatted(link, target, capture)));
    }
}
