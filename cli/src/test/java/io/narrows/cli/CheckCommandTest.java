package io.narrows.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckCommandTest {
    private static final String NODE = """
            version: 1
            node: {id: a, region: r1, zone: z1, host: h1}
            targets: {raft: 127.0.0.1:2380}
            peers: []
            """;

    @TempDir
    private Path directory;

    private final PrintStream standardError = System.err;
    private final ByteArrayOutputStream told = new ByteArrayOutputStream();

    @BeforeEach
    void listen() {
        System.setErr(new PrintStream(told, true, StandardCharsets.UTF_8));
    }

    @AfterEach
    void listenNoMore() {
        System.setErr(standardError);
    }

    @Test
    void garbageInPlaceOfACertificate_isAMistake() throws IOException {
        Path cert = write("cert.pem", "garbage");
        write("key.pem", "garbage");
        write("ca.pem", "garbage");
        Path file = write(
                "a.yaml", NODE + "link: {listen: 127.0.0.1:15000, tls: {cert: cert.pem, key: key.pem, ca: ca.pem}}\n");

        assertThat(check(file)).isEqualTo(Narrows.EXIT_BAD_INPUT);
        assertThat(told()).startsWith(cert + ": no certificate found");
    }

    @Test
    void start_refusesWhatTheCheckRefuses() throws Exception {
        Path cert = write("cert.pem", "garbage");
        write("key.pem", "garbage");
        write("ca.pem", "garbage");
        Path file = write(
                "a.yaml", NODE + "link: {listen: 127.0.0.1:15000, tls: {cert: cert.pem, key: key.pem, ca: ca.pem}}\n");

        assertThat(new Run(file, new Foreground()).call()).isEqualTo(Narrows.EXIT_BAD_INPUT);
        assertThat(told()).startsWith(cert + ": no certificate found");
    }

    @Test
    void garbageInPlaceOfTheStoresCertificate_isAMistake() throws IOException {
        Path cert = write("cert.pem", "garbage");
        write("key.pem", "garbage");
        Path file = write("a.yaml", NODE + """
                link: {listen: 127.0.0.1:15000}
                store: {data: data, tls: {cert: cert.pem, key: key.pem}}
                """);

        assertThat(check(file)).isEqualTo(Narrows.EXIT_BAD_INPUT);
        assertThat(told()).startsWith(cert + ": no certificate found");
    }

    private Path write(String name, String content) throws IOException {
        return Files.writeString(directory.resolve(name), content);
    }

    private static int check(Path file) {
        return Narrows.execute("check", "--config", file.toString());
    }

    private String told() {
        return told.toString(StandardCharsets.UTF_8);
    }
}
