package io.narrows.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.narrows.testkit.FreePort;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class HealthCommandTest {
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final PrintStream systemOut = System.out;
    private final PrintStream systemErr = System.err;

    @BeforeEach
    void listen() {
        System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
        System.setErr(new PrintStream(err, true, StandardCharsets.UTF_8));
    }

    @AfterEach
    void restore() {
        System.setOut(systemOut);
        System.setErr(systemErr);
    }

    @Test
    void alive_isHealthy() throws IOException {
        HttpServer sidecar = answering("/healthz", 200, "alive\n");

        int exitCode = health("--admin", address(sidecar));

        sidecar.stop(0);
        assertThat(exitCode).isZero();
        assertThat(out).hasToString("alive\n");
    }

    @Test
    void draining_isNotReady() throws IOException {
        HttpServer sidecar = answering("/readyz", 503, "draining\n");

        int exitCode = health("--ready", "--admin", address(sidecar));

        sidecar.stop(0);
        assertThat(exitCode).isEqualTo(1);
        assertThat(err)
                .hasToString(
                        "narrows: %s/readyz responded with status 503, expected 200\n".formatted(address(sidecar)));
    }

    @Test
    void nobodyListens_isUnhealthy() throws IOException {
        int port = FreePort.next();

        int exitCode = health(new HealthCommand(), "--admin", "127.0.0.1:" + port);

        assertThat(exitCode).isEqualTo(1);
        assertThat(err).hasToString("narrows: no response from 127.0.0.1:%d/healthz within 2 s\n".formatted(port));
    }

    @Test
    void notAnAddress_isBadInput() {
        int exitCode = health("--admin", "here");

        assertThat(exitCode).isEqualTo(Narrows.EXIT_BAD_INPUT);
        assertThat(err.toString(StandardCharsets.UTF_8)).startsWith("--admin: ");
    }

    private static int health(String... arguments) {
        return health(new HealthCommand(PATIENCE), arguments);
    }

    private static int health(HealthCommand command, String... arguments) {
        return new CommandLine(command).execute(arguments);
    }

    private static HttpServer answering(String path, int status, String body) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1);
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        server.createContext(path, exchange -> {
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
        server.start();
        return server;
    }

    private static String address(HttpServer server) {
        return "127.0.0.1:" + server.getAddress().getPort();
    }
}
