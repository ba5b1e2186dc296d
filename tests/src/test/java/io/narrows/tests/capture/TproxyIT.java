package io.narrows.tests.capture;

import static io.narrows.tests.capture.CapturePair.V6;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narrows.tests.support.Host;
import io.narrows.tests.support.Launcher;
import io.narrows.tests.support.Sidecar;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Transparent capture of traffic that a host routes for others. */
class TproxyIT extends OnCapturePair {
    /** A pod is a host of its own behind the near one, which routes its traffic. */
    @Test
    void routedTraffic_isCapturedByTproxy() throws IOException {
        Host pod = pod();
        assertThat(CapturePair.talk(pod, far.ip())).startsWith("[0000:0000:0000:0000:0000:ffff:0a58:0002]");
        assertThat(CapturePair.talk(pod, "[" + V6 + "2]")).startsWith("[fd00:0088:0000:0000:0000:0000:0000:0002]");
        String rulesBefore = near.run("nft", "list", "ruleset");
        String routesBefore = near.run("ip", "rule") + near.run("ip", "-6", "rule");
        String yaml = pair.yamlOfNear("keep")
                .replace("{transparent: '127.0.0.1:15001',", "{transparent: '0.0.0.0:15002', mode: tproxy,")
                .replace("{transparent: '[::1]:15001',", "{transparent: '[::]:15003', mode: tproxy,");
        Sidecar a = Sidecar.start(near, yaml, "");
        pair.capture("apply");
        pair.startFar("keep");

        assertThat(pair.capture("apply")).contains("already");
        assertThat(pair.capture("status")).isEqualTo("rules installed\n");
        assertThat(CapturePair.talk(pod, far.ip()))
                .isEqualTo("[0000:0000:0000:0000:0000:ffff:0a4d:0001]%nhello".formatted());
        double carried = a.metrics().appBytes("far");
        assertThat(carried).isGreaterThan(0);
        assertThat(CapturePair.talk(pod, "[" + V6 + "2]"))
                .isEqualTo("[fd00:0077:0000:0000:0000:0000:0000:0001]%nhello".formatted());
        assertThat(a.metrics().appBytes("far")).isGreaterThan(carried);

        a.kill();
        for (String ip : List.of(far.ip(), "[" + V6 + "2]")) {
            assertThatThrownBy(() -> CapturePair.talk(pod, ip)).hasMessageContaining("Connection refused");
        }
        Launcher.run(near, "capture", "remove");
        assertThat(near.run("nft", "list", "ruleset")).isEqualTo(rulesBefore);
        assertThat(near.run("ip", "rule") + near.run("ip", "-6", "rule")).isEqualTo(routesBefore);
        assertThat(near.run("ip", "route", "show", "table", "all")
                        + near.run("ip", "-6", "route", "show", "table", "all"))
                .doesNotContain("12386");
        assertThat(CapturePair.talk(pod, far.ip())).startsWith("[0000:0000:0000:0000:0000:ffff:0a58:0002]");
        assertThat(CapturePair.talk(pod, "[" + V6 + "2]")).startsWith("[fd00:0088:0000:0000:0000:0000:0000:0002]");
    }

    private Host pod() {
        Host pod = pair.host("pod");
        pod.run("ip", "address", "flush", "dev", "eth0");
        near.run("ip", "link", "add", "pods", "type", "veth", "peer", "name", "eth1", "netns", "pod");
        near.run("ip", "address", "add", "10.88.0.1/24", "dev", "pods");
        near.run("ip", "address", "add", "fd00:88::1/64", "dev", "pods", "nodad");
        near.run("ip", "link", "set", "pods", "up");
        near.run("sysctl", "-q", "-w", "net.ipv4.ip_forward=1", "net.ipv6.conf.all.forwarding=1");
        pod.run("ip", "address", "add", "10.88.0.2/24", "dev", "eth1");
        pod.run("ip", "address", "add", "fd00:88::2/64", "dev", "eth1", "nodad");
        pod.run("ip", "link", "set", "eth1", "up");
        pod.run("ip", "route", "add", "default", "via", "10.88.0.1");
        pod.run("ip", "-6", "route", "add", "default", "via", "fd00:88::1");
        far.run("ip", "route", "add", "10.88.0.0/24", "via", near.ip());
        far.run("ip", "-6", "route", "add", "fd00:88::/64", "via", V6 + "1");
        return pod;
    }
}
