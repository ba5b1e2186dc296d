package io.narrows.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.narrows.testkit.FreePort;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReloadCommandTest {
    @TempDir
    private Path directory;

    private final PrintStream standardError = System.err;
    private final ByteArrayOutputStream told = new ByteArrayOutputStream();
    private final List<String> asked = new ArrayList<>();
    private HttpServer sidecar;

    @BeforeEach
    void start() throws IOException {
        System.setErr(new PrintStream(told, true, StandardCharsets.UTF_8));
        sidecar = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    }

    @AfterEach
    void stop() {
        System.setErr(standardError);
        sidecar.stop(0);
    }

    @Test
    void acceptedFile_isNotAFailure() throws IOException {
        answer(200, "reloaded\n");

        assertThat(reload(configuration("0.0.0.0", sidecar.getAddress().getPort())))
                .isZero();
        assertThat(asked).containsExactly("POST /-/reload");
    }

    @Test
    void refusalOfTheSidecar_isAFailureWithItsReason() throws IOException {
        answer(422, "cannot capture on 127.0.0.1:2380: Address already in use\n");

        assertThat(reload(configuration("127.0.0.1", sidecar.getAddress().getPort())))
                .isEqualTo(1);
        assertThat(told)
                .hasToString("narrows: reload failed: cannot capture on 127.0.0.1:2380: Address already in use\n");
    }

    @Test
    void mistakeInTheFile_isReportedWithItsPlace() throws IOException {
        Path file = Files.writeString(configuration("127.0.0.1", 9901), "nonsense: 1\n");

        assertThat(reload(file)).isEqualTo(Narrows.EXIT_BAD_INPUT);
        assertThat(told.toString(StandardCharsets.UTF_8)).contains(file + ":1:1", "nonsense");
    }

    @Test
    void sidecarThatIsNotThere_isAFailureWithItsAddress() throws IOException {
        int port = FreePort.next();

        assertThat(reload(configuration("127.0.0.1", port))).isEqualTo(1);
        assertThat(told.toString(StandardCharsets.UTF_8))
                .startsWith("narrows: no sidecar responds at 127.0.0.1:" + port);
    }

    private void answer(int status, String text) {
        sidecar.createContext("/", exchange -> {
            asked.add(exchange.getRequestMethod() + " " + exchange.getRequestURI());
            byte[] body = text.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        sidecar.start();
    }

    private Path configuration(String host, int port) throws IOException {
        return Files.writeString(directory.resolve("a.yaml"), """
                version: 1
                node: {id: a, region: r1, zone: z1, host: h1}
                link: {listen: 127.0.0.1:15000}
                targets: {}
                peers: []
                admin: {listen: '%s:%d'}
                """.formatted(host, port));
    }

    private static int reload(Path file) {
        return Narrows.execute("reload", "--config", file.toString());
    }
}
