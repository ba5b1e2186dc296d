package io.narrows.proxy.admin;

import static io.narrows.proxy.support.Admin.get;
import static io.narrows.proxy.support.Admin.status;
import static io.narrows.proxy.support.Applications.connect;
import static io.narrows.proxy.support.Applications.echo;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.narrows.proxy.support.EchoServer;
import io.narrows.proxy.support.SidecarPair;
import io.narrows.testkit.SelfSigned;
import java.net.Socket;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The endpoints that describe peers: {@code /overview}, {@code /peers}, {@code /traffic} and {@code /links} with a limit.
 */
@Timeout(60)
final class PeersEndpointsTest {
    private static final String POLICY = "- {codec: zstd}";

    @TempDir
    private Path folder;

    @Test
    void peerWithTraffic_isUpInItsZone_andInTheTotals() throws Exception {
        try (EchoServer target = EchoServer.echoing();
                SidecarPair pair = new SidecarPair(folder, target.port(), POLICY).start();
                Socket socket = connectByReadyLink(pair)) {
            echo(socket, "carried");

            await().untilAsserted(
                            () -> assertThat(get(pair, "a", "/peers"))
                                    .containsPattern(
                                            "\"zones\":\\[\\{\"region\":\"eu-west-1\",\"zone\":\"z\",\"peers\":\\[\\[\"b\",true,\\d+,14,"));
            assertThat(get(pair, "a", "/overview"))
                    .contains("\"peers\":{\"configured\":1,\"up\":1}", "\"app_bytes\":14,", "\"open\":1}")
                    .containsPattern("\"added_latency_seconds\":\\{\"p50\":[\\d.E-]+,\"p99\":[\\d.E-]+}")
                    .contains(
                            "\"certificate_days\":null",
                            "\"refused\":false",
                            "\"dry_run\":false",
                            "\"version\":\"test\"");
            assertThat(get(pair, "a", "/traffic?peer=other&peer=b"))
                    .contains("[\"b\",\"cross-region\",\"replication\",\"zstd\",\"sent\",7,")
                    .contains("\"received\",7,");
            assertThat(get(pair, "a", "/traffic?peer=other")).endsWith("\"rows\":[]}\n");
        }
    }

    @Test
    void peersOfAClass_areThoseWithSuchTraffic() throws Exception {
        try (EchoServer target = EchoServer.echoing();
                SidecarPair pair = new SidecarPair(folder, target.port(), POLICY).start();
                Socket socket = connect(pair.listenerPort())) {
            echo(socket, "carried");

            await().untilAsserted(() -> assertThat(get(pair, "a", "/peers?class=replication"))
                    .containsPattern("\\[\"b\",true,\\d+,14,\\d+,0,2,"));
            assertThat(get(pair, "a", "/peers?class=bulk")).endsWith("\"zones\":[]}\n");
        }
    }

    @Test
    void peerWithoutALink_isDown_andItsFailuresAreCounted() throws Exception {
        try (SidecarPair pair = new SidecarPair(folder, 1, POLICY)) {
            pair.startA();

            await().untilAsserted(
                            () -> assertThat(get(pair, "a", "/overview"))
                                    .contains("\"peers\":{\"configured\":1,\"up\":0}")
                                    .containsPattern(
                                            "\"failures\":\\{\"left_out\":0,\"events\":\\[\\{\"reason\":\"peer-unreachable\",\"peer\":\"b\""));
            assertThat(get(pair, "a", "/peers")).contains("[\"b\",false,0,0,");
        }
    }

    @Test
    void certificates_haveTheDaysThatAreLeft() throws Exception {
        SelfSigned ofA = SelfSigned.of("a", 40, folder);
        SelfSigned ofB = SelfSigned.of("b", 30, folder);
        try (SidecarPair pair = new SidecarPair(folder, 1, POLICY, List.of(ofA.tls(ofB.cert()), ofB.tls(ofA.cert())))) {
            pair.startA();

            assertThat(get(pair, "a", "/overview"))
                    .containsPattern("\"certificate_days\":\\{\"node\":39\\.99\\d*,\"authority\":29\\.99\\d*}");
        }
    }

    @Test
    void links_areLimited_thoseWithConnectionsFirst() throws Exception {
        try (EchoServer target = EchoServer.echoing();
                SidecarPair pair = new SidecarPair(folder, target.port(), POLICY).start();
                Socket socket = connect(pair.listenerPort())) {
            echo(socket, "carried");

            await().untilAsserted(
                            () -> assertThat(links(get(pair, "a", "/links"))).isGreaterThan(1));
            assertThat(get(pair, "a", "/links?limit=1"))
                    .satisfies(answer -> assertThat(links(answer)).isEqualTo(1))
                    .contains("\"state\":\"open\"");
            assertThat(get(pair, "a", "/links?limit=0")).isEqualTo("[]\n");
        }
    }

    @Test
    void questionsThatMakeNoSense_areRefused() throws Exception {
        try (SidecarPair pair = new SidecarPair(folder, 1, POLICY)) {
            pair.startA();

            assertThat(get(pair, "a", "/links?limit=-1"))
                    .isEqualTo("limit must be a whole number of at most nine digits\n");
            assertThat(get(pair, "a", "/traffic")).isEqualTo("peer must be the id of a peer; it may be repeated\n");
            assertThat(status(pair, "a", "/links?limit=all")).isEqualTo(400);
            assertThat(status(pair, "a", "/traffic")).isEqualTo(400);
        }
    }

    private static long links(String answer) {
        return Pattern.compile("\"peer\":").matcher(answer).results().count();
    }

    /** Connects when each event loop of {@code a} has a ready link: the first frame of a new one precedes the grant of a context. */
    private static Socket connectByReadyLink(SidecarPair pair) throws Exception {
        int loops = Math.min(4, Runtime.getRuntime().availableProcessors());
        await().until(() -> get(pair, "a", "/links").split("\"state\":\"ready\"", -1).length > loops);
        return connect(pair.listenerPort());
    }
}
