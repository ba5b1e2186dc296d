package io.narrows.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.awaitility.Awaitility.await;

import io.narrows.config.ConfigLoader;
import io.narrows.tests.support.CodeBlocks;
import io.narrows.tests.support.Host;
import io.narrows.tests.support.Network;
import io.narrows.tests.support.Server;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** docs/store.md, word for word, on a machine that has nothing but its loopback; and what it says about processes. */
class StoreIT {
    /** The folder of config/examples that the document uses. */
    static final String EXAMPLES = "store";

    private static final String DOCUMENT = "store.md";
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final String AWAIT = "etcdctl --dial-timeout=120s --command-timeout=120s ";
    private static final Pattern WIRE = Pattern.compile("store (\\d+) bytes, wire (\\d+) bytes");

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path directory;

    @AutoClose
    private Network network;

    private Host machine;

    @BeforeEach
    void makeMachine() {
        network = new Network(directory);
        machine = network.host("machine");
    }

    /** One group for all of it: most of such a test's time is what nine JVMs take to start. */
    @Test
    void theCommands_makeAGroupOfThree_thatGoesOnAfterARestart_andWhoseSnapshotIsTheBeginningOfAnother()
            throws IOException {
        List<String> blocks = CodeBlocks.marked(DOCUMENT, "run");
        String stop = "kill $(jobs -p)\nwait\n";
        String start = blocks.get(1);
        String script = String.join("", blocks)
                + stop + start + AWAIT + "get /orders/300 --print-value-only\n" + """
                etcdctl snapshot save "$dir/snapshot"
                """ + stop + """
                sed -i 's/^store:/store:\\n  cluster: another/; s/data\\/store/restored\\/store/' "$dir"/*.yaml
                for n in 1 2 3; do bin/narrows node restore --config "$dir/store-$n.yaml" "$dir/snapshot"; done
                """ + start + AWAIT
                + "get /orders/299 --print-value-only\n" + AWAIT + "put /orders/301 more\n";

        String output = run(script);

        assertThat(output)
                .contains("member   store-1:2380 listens on 127.0.1.1:2380")
                .contains("member   store-2:2380 by the capture on 127.0.1.2:2380");
        assertThat(output.lines()).contains("300");
        assertThat(output.lines().filter(line -> line.matches("\\| +127\\.0\\.0\\.1:\\d+ .*")))
                .hasSize(3)
                .filteredOn(line -> line.split("\\|")[5].strip().equals("true"))
                .hasSize(1);
        MatchResult wire = WIRE.matcher(output).results().findFirst().orElseThrow();
        long app = Long.parseLong(wire.group(1));
        assertThat(app).isGreaterThan(30_000); // 300 objects of 60 bytes to or from two members, at least
        assertThat(Long.parseLong(wire.group(2))).isPositive().isLessThan(app);
        assertThat(output)
                .as("after a restart")
                .contains("{\"id\":300,")
                .as("of the snapshot")
                .containsPattern("restored/store-3: revision \\d+ of ")
                .contains("{\"id\":299,", "\nOK\n");
    }

    @Test
    void theFileForThreeHosts_isRight() throws IOException {
        String yaml = CodeBlocks.marked(DOCUMENT, "check").get(0);

        assertThatCode(() -> ConfigLoader.parse(DOCUMENT, yaml, directory)).doesNotThrowAnyException();
    }

    private String run(String script) throws IOException {
        Path file = Files.writeString(
                directory.resolve("script"), "cd '" + ROOT + "'\nset -e\n" + script + "echo finished\nwait\n");
        Server shell = machine.start("shell", List.of("env", "TMPDIR=" + directory, "bash", file.toString()));
        await().atMost(LIMIT)
                .failFast(() -> assertThat(shell.isAlive()).as(shell.log()).isTrue())
                .until(() -> shell.log().lines().anyMatch("finished"::equals));
        return shell.log();
    }
}
