package io.narrows.tests.capture;

import static io.narrows.tests.capture.CapturePair.LIMIT;
import static io.narrows.tests.capture.CapturePair.PORT;
import static io.narrows.tests.capture.CapturePair.V6;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.narrows.tests.support.Launcher;
import io.narrows.tests.support.Server;
import io.narrows.tests.support.Sidecar;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;

/** {@code narrows capture} and the rules that it installs and removes. */
class CaptureRulesIT extends OnCapturePair {
    @Test
    void applied_isInForce_twiceChangesNothing_andRemovedLeavesNothing() throws IOException {
        String rulesBefore = near.run("nft", "list", "ruleset");
        String routesBefore = near.run("ip", "rule") + near.run("ip", "-6", "rule");
        Sidecar a = pair.startBoth("keep");
        String applied = near.run("nft", "-a", "list", "ruleset");

        assertThat(pair.capture("apply")).contains("already");
        assertThat(near.run("nft", "-a", "list", "ruleset")).isEqualTo(applied);
        assertThat(pair.capture("status")).isEqualTo("rules installed\n");

        near.run("nft", "flush", "chain", "inet", "narrows", "redirected");
        assertThatThrownBy(() -> pair.capture("status")).hasMessageContaining("was changed since it was applied");
        pair.capture("apply");
        assertThat(pair.capture("status")).isEqualTo("rules installed\n");

        Launcher.run(near, "capture", "remove");
        Launcher.run(near, "capture", "remove");
        assertThat(near.run("nft", "list", "ruleset")).isEqualTo(rulesBefore);
        assertThat(near.run("ip", "rule") + near.run("ip", "-6", "rule")).isEqualTo(routesBefore);
        assertThat(near.run("ip", "route", "show", "table", "all")).doesNotContain("12386");
        double before = a.metrics().appBytes("far");
        assertThat(pair.talk(far.ip())).endsWith("hello");
        assertThat(a.metrics().appBytes("far")).isEqualTo(before);
    }

    @Test
    void connectionsThatOnlyWait_areReset_whenTheRulesAreRemoved() throws IOException {
        Sidecar a = pair.startBoth("keep");
        Server v4 = near.start("waiting-v4", List.of("socat", "-u", "TCP:" + far.ip() + ":" + PORT, "-"));
        Server v6 = near.start("waiting-v6", List.of("socat", "-u", "TCP6:[" + V6 + "2]:" + PORT, "-"));
        await().atMost(LIMIT).until(() -> !v4.log().isEmpty() && !v6.log().isEmpty());

        assertThat(Launcher.run(near, "capture", "remove")).contains("reset 2 of 2 captured connections");

        await().atMost(LIMIT).until(() -> !v4.isAlive() && !v6.isAlive());
        await().atMost(LIMIT).until(() -> a.metrics().sum("narrows_links", "state=\"open\"") == 0);
    }

    /** The sidecar knows its peers' addresses, whatever the rules match. */
    @Test
    void anyDestination_isHandedOver_andThisHostsOwnIsNot() throws IOException {
        Sidecar a = pair.startBoth("keep");
        near.start("own-app", List.of("socat", "TCP-LISTEN:7002,fork,reuseaddr", "SYSTEM:echo mine"));
        Launcher.run(
                near, "capture", "apply", "--config", CapturePair.config(near).toString(), "--any-destination");

        assertThat(pair.talk(far.ip())).endsWith("hello");
        assertThat(a.metrics().appBytes("far")).isGreaterThan(0);
        assertThat(near.run("sh", "-c", "socat -u TCP:" + near.ip() + ":7002,retry=50,interval=0.1 -"))
                .isEqualTo("mine\n");
        assertThat(a.metrics().sum("narrows_passed_connections_total")).isZero();
    }

    @Test
    void oneCapability_isEnoughForTheRules() throws IOException {
        pair.startNear("keep");
        Launcher.run(near, "capture", "remove");
        for (Path folder : List.of(directory, near.directory())) {
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        String command =
                "exec setpriv --reuid 65534 --clear-groups --inh-caps -all,+net_admin --ambient-caps -all,+net_admin"
                        + " --bounding-set -all,+net_admin -- \"$0\" capture ";
        String launcher = Launcher.path().toString();

        near.run("sh", "-c", command + "apply --reconnect --config " + CapturePair.config(near), launcher);
        assertThat(pair.capture("status")).isEqualTo("rules installed\n");

        near.run("sh", "-c", command + "remove", launcher);
        assertThat(near.run("nft", "list", "ruleset")).isEmpty();
    }

    @Test
    void nameWithoutAddress_leavesTheInstalledRules() throws IOException {
        Path file = pair.writeConfig("own");
        pair.capture("apply");
        String applied = near.run("nft", "list", "ruleset");
        Files.writeString(
                file,
                Files.readString(file)
                        .replaceFirst("link: '[^']*', ip: \\[.*\\]", "link: 'no-such-host.invalid:15000'"));

        assertThat(pair.capture("apply")).contains("already");
        assertThat(near.run("nft", "list", "ruleset")).isEqualTo(applied);

        Launcher.run(near, "capture", "remove");
        assertThatThrownBy(() -> pair.capture("apply"))
                .hasMessageContaining("peer far: no-such-host.invalid has no address (set ip in peers)")
                .hasMessageContaining("no peer has an address, and no rules are installed");
    }

    @Test
    void rulesOfAFormerConfiguration_areRemoved_ifNoneIsConfigured() throws IOException {
        Path file = pair.writeConfig("keep");
        pair.capture("apply");
        Files.writeString(file, Files.readString(file).replaceFirst("capture:\n.*\n.*\n", ""));
        assertThatThrownBy(() -> pair.capture("apply")).hasMessageContaining("has no transparent capture");
        assertThatThrownBy(() -> pair.capture("status", "--if-configured"))
                .hasMessageContaining("but no transparent capture is configured");

        pair.capture("apply", "--if-configured");

        assertThat(near.run("nft", "list", "ruleset")).isEmpty();
        assertThat(near.run("ip", "rule") + near.run("ip", "-6", "rule")).doesNotContain("12386");
        pair.capture("status", "--if-configured");
    }

    /** A database in Java has IPv6 sockets even for IPv4. */
    @Test
    void reconnect_resetsConnectionsToOtherHosts_andNoneWithinThisOne() throws IOException {
        pair.writeConfig("own");
        Server app = near.start("own-app", List.of("socat", "-d", "-d", "TCP-LISTEN:7000,reuseaddr", "SYSTEM:cat"));
        await().atMost(LIMIT).until(() -> app.log().contains("listening"));
        Server inside =
                near.start("inside", List.of("sh", "-c", "sleep 60 | socat -d -d - TCP:" + near.ip() + ":" + PORT));
        Server outside = near.start(
                "outside", List.of("sh", "-c", "sleep 60 | socat -d -d - 'TCP6:[::ffff:" + far.ip() + "]:7000'"));
        await().atMost(LIMIT).until(() -> outside.log().contains("[0000:"));
        await().atMost(LIMIT).until(() -> inside.log().contains("starting data transfer"));

        assertThat(pair.capture("apply", "--any-destination", "--reconnect")).contains("reset 1 of 1 connections");

        await().atMost(LIMIT).until(() -> outside.log().contains(" E "));
        assertThat(near.run("ss", "-H", "-t", "-n", "dport", "=", ":" + PORT)).contains(near.ip());
    }
}
