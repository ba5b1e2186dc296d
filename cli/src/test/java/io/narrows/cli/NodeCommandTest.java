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
import picocli.CommandLine;

class NodeCommandTest {
    private static final String SIDECAR = """
            version: 1
            node: {id: store-1, region: r1, zone: z1, host: h1}
            link: {listen: 127.0.0.1:15000}
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
    void withoutAConfiguration_isRefused() {
        assertThat(execute()).isEqualTo(Narrows.EXIT_BAD_INPUT);
        assertThat(told()).startsWith("Missing required option: '--config=FILE'");
    }

    @Test
    void configurationWithoutAStore_isRefused() throws IOException {
        Path file = write(SIDECAR);

        assertThat(execute("--config", file.toString())).isEqualTo(Narrows.EXIT_BAD_INPUT);
        assertThat(told()).startsWith(file + ": no store is configured, expected the section \"store\"");
    }

    @Test
    void fileThatIsNotASnapshot_isNotRestored() throws IOException {
        Path file = write(SIDECAR + "store: {data-dir: store}\n");

        int code = execute("restore", "--config", file.toString(), file.toString());

        assertThat(code).isEqualTo(NodeCommand.EXIT_FAILED);
        assertThat(told()).contains(file.toString(), "SHA-256");
        assertThat(directory).isDirectoryNotContaining("glob:**store*");
    }

    @Test
    void directoryThatIsThere_isNotRestoredInto() throws IOException {
        Path file = write(SIDECAR + "store: {data-dir: store}\n");
        Files.createDirectory(directory.resolve("store"));

        int code = execute("restore", "--config", file.toString(), file.toString());

        assertThat(code).isEqualTo(NodeCommand.EXIT_FAILED);
        assertThat(told()).contains(directory.resolve("store") + ": already exists");
    }

    private int execute(String... arguments) {
        return new CommandLine(new NodeCommand()).execute(arguments);
    }

    private String told() {
        return told.toString(StandardCharsets.UTF_8);
    }

    private Path write(String yaml) throws IOException {
        return Files.writeString(directory.resolve("narrows.yaml"), yaml);
    }
}
