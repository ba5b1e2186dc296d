package io.narrows.proxy;

import static io.narrows.proxy.support.Admin.scrape;
import static io.narrows.proxy.support.Applications.connect;
import static io.narrows.proxy.support.Applications.echo;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.narrows.proxy.support.EchoServer;
import io.narrows.proxy.support.SidecarPair;
import java.net.Socket;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Header bytes that a pair of sidecars books for 100 small round trips. */
@Timeout(60)
final class IpBytesTest {
    private static final int ROUND_TRIPS = 100;
    private static final int HEADERS = 52;

    /** An end that takes longer than the kernel waits acknowledges each message by itself; the rest is for the start of links. */
    private static final double MOST = 2.5;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"epoll", "nio"})
    void headersAreOnBothSidesOfTheBill(String transport) throws Exception {
        String link = "plaintext: true, transport: " + transport;
        try (EchoServer target = EchoServer.echoing();
                SidecarPair pair =
                        new SidecarPair(folder, target.port(), "- {codec: zstd}", List.of(link, link)).start();
                Socket socket = connect(pair.listenerPort())) {
            socket.setTcpNoDelay(true);
            for (int i = 0; i < ROUND_TRIPS; i++) {
                echo(socket, "a heartbeat");
            }

            for (String direction : List.of("sent", "received")) {
                await().untilAsserted(() -> assertThat(sum(pair, "narrows_wire_ip_bytes_total", direction)
                                - sum(pair, "narrows_wire_bytes_total", direction))
                        .as("headers on the link, %s", direction)
                        .isBetween(ROUND_TRIPS * HEADERS * 1.0, ROUND_TRIPS * HEADERS * MOST));
                await().untilAsserted(() -> assertThat(sum(pair, "narrows_baseline_ip_bytes_total", direction)
                                - sum(pair, "narrows_app_bytes_total", direction))
                        .as("headers without Narrows, %s", direction)
                        .isBetween(ROUND_TRIPS * HEADERS * 1.0, ROUND_TRIPS * HEADERS * MOST));
            }
        }
    }

    @Test
    void dollarsAreThoseOfIpBytes() throws Exception {
        try (EchoServer target = EchoServer.echoing();
                SidecarPair pair = new SidecarPair(folder, target.port(), "- {codec: zstd}").start();
                Socket socket = connect(pair.listenerPort())) {
            for (int i = 0; i < ROUND_TRIPS; i++) {
                echo(socket, "a heartbeat");
            }

            double price = sum(pair, "narrows_tariff_usd_per_byte", "sent");
            await().untilAsserted(() -> assertThat(sum(pair, "narrows_baseline_usd_total", "sent"))
                    .isGreaterThan(price * ROUND_TRIPS * ("a heartbeat".length() + HEADERS)));
        }
    }

    private static double sum(SidecarPair pair, String family, String direction) throws Exception {
        return Pattern.compile("^" + family + "\\{[^}]*direction=\"" + direction + "\"[^}]*} (\\S+)", Pattern.MULTILINE)
                .matcher(scrape(pair, "a"))
                .results()
                .mapToDouble(match -> Double.parseDouble(match.group(1)))
                .sum();
    }
}
