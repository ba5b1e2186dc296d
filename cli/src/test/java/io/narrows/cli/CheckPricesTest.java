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

class CheckPricesTest {
    private final PrintStream systemOut = System.out;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    @TempDir
    private Path folder;

    @BeforeEach
    void capture() {
        System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
    }

    @AfterEach
    void release() {
        System.setOut(systemOut);
    }

    @Test
    void regionWithoutAFigure_isNamedWithThePriceThatCounts() throws IOException {
        assertThat(check("mars-1"))
                .contains("price to db-2 assumed, 0.01 USD per GB sent, 0 received: preset aws has no prices for"
                        + " \"mars-1\", so its lowest cross-region price is used");
    }

    @Test
    void regionsOfThePreset_areNotMentioned() throws IOException {
        assertThat(check("eu-west-1")).contains(": ok").doesNotContain("price");
    }

    private String check(String region) throws IOException {
        Path file = Files.writeString(folder.resolve("narrows.yaml"), """
                version: 1
                node: {id: db-1, region: us-east-1, zone: a, host: h1}
                link: {listen: 127.0.0.1:15000}
                targets: {raft: 127.0.0.1:2380}
                peers: [{id: db-2, region: %s, zone: b, host: h2, link: 127.0.0.1:15001}]
                """.formatted(region));
        String[] arguments = {"check", "--config", file.toString()};

        assertThat(Narrows.commandLine(arguments).execute(arguments)).isZero();

        return out.toString(StandardCharsets.UTF_8);
    }
}
