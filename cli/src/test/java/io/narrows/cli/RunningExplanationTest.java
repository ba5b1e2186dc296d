package io.narrows.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.narrows.config.Config;
import io.narrows.config.ConfigException;
import io.narrows.config.ConfigLoader;
import io.narrows.config.PeerId;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RunningExplanationTest {
    private static final String OWN = "traffic      default to b, r/z/ha to r/z/hb\ntier         same-zone\n";

    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private HttpServer admin;

    @BeforeEach
    void listen() throws IOException {
        admin = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1);
        admin.start();
    }

    @AfterEach
    void stop() {
        admin.stop(0);
    }

    @Test
    void noteOnThePeersPlace_isIncluded() throws Exception {
        String running = "traffic      default to b, r/z/ha to r/z/hb\nplace        the peer announces x/y/z\n";
        answer(running);

        assertThat(completed()).isEqualTo(running);
    }

    @Test
    void sidecarOfAnotherNode_isPassedOver() throws Exception {
        answer("traffic      default to b, q/z/ha to r/z/hb\nplace        the peer announces x/y/z\n");

        assertThat(completed()).isEqualTo(OWN);
    }

    @Test
    void sidecarThatKnowsNoSuchPeer_isPassedOver() throws Exception {
        assertThat(completed()).isEqualTo(OWN); // answered with 404
    }

    private void answer(String body) {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        admin.createContext("/explain", exchange -> {
            assertThat(exchange.getRequestURI().getQuery()).isEqualTo("peer=b&class=default");
            exchange.sendResponseHeaders(200, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
    }

    private String completed() throws ConfigException {
        Config config =
                ConfigLoader.parse("a.yaml", """
                version: 1
                node: {id: a, region: r, zone: z, host: ha}
                link: {listen: 127.0.0.1:15000}
                targets: {}
                peers: [{id: b, region: r, zone: z, host: hb, link: 127.0.0.1:15001}]
                admin: {listen: 127.0.0.1:%d}
                """.formatted(admin.getAddress().getPort()), Path.of("."));
        return RunningExplanation.completed(OWN, config, new PeerId("b"), "default", PATIENCE);
    }
}
