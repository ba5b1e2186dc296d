package io.narrows.cli.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.narrows.config.HostPort;
import io.narrows.config.Interception;
import io.narrows.config.TrafficClass;
import io.narrows.config.TransparentCapture;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ListedConnectionTest {
    private static final String MAPPED = "ESTAB 0      0      [::ffff:10.0.0.1]:37734 [::ffff:10.0.0.2]:7000"
            + " uid:26 ino:7518029 sk:11a cgroup:/ <->";

    @Test
    void line_hasBothEnds_userAndMark() throws IOException {
        assertThat(ListedConnection.parse("ESTAB  0  36  10.0.0.1%eth0:40000  10.0.0.2:7000"
                        + " uid:998 ino:7518428 sk:118 fwmark:0x3061 cgroup:/system.slice/narrows.service <->"))
                .contains(new ListedConnection(
                        "10.0.0.1:40000", "10.0.0.2:7000", InetAddress.getByName("10.0.0.2"), 7000, 998, 0x3061));
    }

    @Test
    void mappedAddress_isOfIpv4_butKeepsItsForm() throws IOException {
        assertThat(ListedConnection.parse(MAPPED))
                .contains(new ListedConnection(
                        "[::ffff:10.0.0.1]:37734",
                        "[::ffff:10.0.0.2]:7000",
                        InetAddress.getByName("10.0.0.2"),
                        7000,
                        26,
                        0));
    }

    @Test
    void socketOfRoot_isListedWithoutUser() {
        assertThat(ListedConnection.parse("CLOSE-WAIT 1 0 [fe80::1]%eth0:44554 [fe80::2]%eth0:7000 ino:1 sk:2 <->"))
                .get()
                .matches(connection -> connection.user() == 0 && connection.mark() == 0)
                .extracting(ListedConnection::local, ListedConnection::peer)
                .containsExactly("[fe80::1]:44554", "[fe80::2]:7000");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "State Recv-Q Send-Q", "ESTAB 0 0 10.0.0.1:40000 *:*", "ESTAB 0 0 a:1 no-such.invalid:2"})
    void otherLine_isNoConnection(String line) {
        assertThat(ListedConnection.parse(line)).isEmpty();
    }

    @Test
    void connectionsOfTheSidecar_areNotCaptured() {
        assertThat(isCaptured(MAPPED)).isTrue();
        assertThat(isCaptured(MAPPED.replace("uid:26", "uid:998"))).isFalse();
        assertThat(isCaptured(MAPPED.replace("cgroup", "fwmark:0x3061 cgroup"))).isFalse();
        assertThat(isCaptured(MAPPED.replace("cgroup", "fwmark:0x3062 cgroup"))).isFalse();
    }

    @Test
    void connectionsToOtherPortsHostsAndFamilies_areNotCaptured() {
        assertThat(isCaptured(MAPPED.replace(":7000", ":7001"))).isFalse();
        assertThat(isCaptured(MAPPED.replace("[::ffff:10.0.0.2]", "[fd00::2]"))).isFalse();
        CapturePlan peers = new CapturePlan(
                plan().captures(), List.of("10.0.0.3"), List.of(), false, OptionalInt.of(998), List.of());
        ListedConnection connection = ListedConnection.parse(MAPPED).orElseThrow();
        assertThat(ExistingConnections.isCaptured(peers, connection)).isFalse();
        assertThat(ExistingConnections.isCaptured(peers.withAddresses(List.of(connection.address())), connection))
                .isTrue();
    }

    @Test
    void realListing_isUnderstood() throws IOException {
        InetAddress loopback = InetAddress.getLoopbackAddress();
        try (ServerSocket server = new ServerSocket(0, 1, loopback);
                Socket client = new Socket(loopback, server.getLocalPort())) {
            String listing =
                    HostCommand.run("", "ss", "-H", "-t", "-n", "-e", "( dport = :" + server.getLocalPort() + " )");

            assertThat(listing.lines().flatMap(line -> ListedConnection.parse(line).stream()))
                    .extracting(ListedConnection::address, ListedConnection::port)
                    .containsExactly(tuple(client.getInetAddress(), client.getPort()));
        }
    }

    private static boolean isCaptured(String line) {
        return ExistingConnections.isCaptured(
                plan(), ListedConnection.parse(line).orElseThrow());
    }

    private static CapturePlan plan() {
        TransparentCapture capture = new TransparentCapture(
                HostPort.parse("127.0.0.1:15001"),
                List.of(7000),
                Interception.REDIRECT,
                Optional.empty(),
                false,
                false,
                false,
                TrafficClass.DEFAULT);
        return new CapturePlan(List.of(capture), List.of(), List.of(), true, OptionalInt.of(998), List.of());
    }
}
