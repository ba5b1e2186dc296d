package io.narrows.cli.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.lab.process.JavaCommand;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs each test in a separate process, because a JVM can set up its name resolution only once. */
class MemberNamesTest {
    @TempDir
    private Path directory;

    private StoreFile file;

    @BeforeEach
    void writeFile() {
        file = StoreFile.in(directory);
    }

    @Test
    void namesAreInForce_afterAConfigurationWasRead() throws IOException, InterruptedException {
        List<String> found = probe(List.of(), "early", "store-1", "store-2", "localhost", "store-3");

        assertThat(found)
                .containsExactly("store-1 127.0.1.1", "store-2 127.0.1.2", "localhost 127.0.0.1", "store-3 nothing");
    }

    @Test
    void namesThatCannotBeInForceAnyMore_areRefused() throws IOException, InterruptedException {
        List<String> found = probe(List.of(), "late", "store-1");

        Path hosts = directory.resolve("store/hosts");
        assertThat(found)
                .containsExactly(
                        "refused: the name store-1 resolves to nothing in this process, expected 127.0.1.1, as in "
                                + hosts + "; start with NARROWS_JAVA_OPTS=-Djdk.net.hosts.file=" + hosts);
    }

    @Test
    void whatTheRefusalSays_helps() throws IOException, InterruptedException {
        List<String> found =
                probe(List.of("-Djdk.net.hosts.file=" + directory.resolve("store/hosts")), "late", "store-2");

        assertThat(found).containsExactly("store-2 127.0.1.2");
    }

    @Test
    void hostsFileOfTheUsers_hasToLeadToTheSame() throws IOException, InterruptedException {
        Path own = Files.writeString(directory.resolve("own"), "127.0.1.1 store-1\n127.0.0.9 store-2\n");

        List<String> found = probe(List.of("-Djdk.net.hosts.file=" + own), "early", "store-1");

        assertThat(found)
                .singleElement()
                .asString()
                .startsWith("refused: the name store-2 resolves to 127.0.0.9 in this process, expected 127.0.1.2");
    }

    private List<String> probe(List<String> options, String when, String... names)
            throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(List.of(when, file.path().toString()));
        arguments.addAll(Arrays.asList(names));
        List<String> command =
                new ArrayList<>(JavaCommand.of(MemberNamesProbe.class, arguments.toArray(String[]::new)));
        command.addAll(1, options);
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        List<String> lines = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .toList();
        assertThat(process.waitFor()).isZero();
        return lines;
    }
}
