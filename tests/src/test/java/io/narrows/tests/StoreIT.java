package io.narrows.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.awaitility.Awaitility.await;

import io.narrows.config.ConfigLoader;
import io.narrows.tests.support.CodeBlocks;
import io.narrows.tests.support.EtcdNode;
import io.narrows.tests.support.Host;
import io.narrows.tests.support.Metrics;
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

/**
 * Runs docs/store.md verbatim on a machine with only a loopback interface, and checks its statements about processes.
 */
class StoreIT {
    /** The folder of config/examples that the document uses. */
    static final String EXAMPLES = "store";

    private static final String DOCUMENT = "store.md";
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Duration LIMIT = Duration.ofMinutes(20);
    private static final String AWAIT = "etcdctl --dial-timeout=600s --command-timeout=600s ";
    private static final String METRICS = "curl -s http://127.0.0.1:9901/metrics\n";
    private static final Pattern WIRE = Pattern.compile("store (\\d+) bytes, wire (\\d+) bytes");

    /** A busy machine would replace the leader, and a write under way would fail. */
    private static final String PATIENT_GROUP = "sed -i 's/^store:/store:\\n  election-timeout: 5s/' \"$dir\"/*.yaml\n";

    private static final String MEMBER_COMES = "a member comes\n";

    /** Adds store-4 while the others run, and removes store-1. */
    private static final String ANOTHER_MEMBER = """
            echo 'a member comes'
            sed 's/store-3/store-4/g; s/host-3/host-4/; s/15003/15004/; s/9903/9904/; s/22379/24379/
              s/127\\.0\\.3\\.3/127.0.4.4/; s/127\\.0\\.3\\./127.0.4./; s/^store:/store:\\n  join: true/
              s/^peers:/peers:\\n  - {id: store-3, region: eu-west-1, zone: euw1-az1, host: host-3, link: 127.0.0.1:15003}/
              s/^capture:/capture:\\n  - {listen: 127.0.4.3:2380, peer: store-3, target: raft}/' "$dir/store-3.yaml" > "$dir/store-4.yaml"
            for n in 1 2 3; do
              sed -i "s/^peers:/peers:\\n  - {id: store-4, region: eu-west-1, zone: euw1-az1, host: host-4, link: 127.0.0.1:15004}/
                s/^capture:/capture:\\n  - {listen: 127.0.$n.4:2380, peer: store-4, target: raft}/" "$dir/store-$n.yaml"
            done
            bin/narrows check --config "$dir/store-4.yaml"
            etcdctl member add store-4 --peer-urls=http://store-4:2380
            bin/narrows run --config "$dir/store-4.yaml" &
            until etcdctl --endpoints=127.0.0.1:24379 get /orders/100 2> /dev/null | grep '"id":100,'; do sleep 0.5; done
            for pid in $(jobs -p); do if grep -qs store-1.yaml "/proc/$pid/cmdline"; then removed=$pid; fi; done
            etcdctl --endpoints=127.0.0.1:24379 member remove "$(etcdctl member list | awk -F ', ' '$3 == "store-1" { print $1 }')"
            wait "$removed" || echo "the removed store ended with $?"
            until etcdctl --command-timeout=20s --endpoints=127.0.0.1:24379 put /orders/101 more; do sleep 0.2; done
            """;

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

    @Test
    void theShortestFile_makesAStoreThatIsAlone_andThatAnotherMayJoin() throws IOException {
        String script = String.join("", CodeBlocks.marked(DOCUMENT, "run alone")) + """
                kill %1
                wait
                cat >> "$dir/store.yaml" << 'END'
                peers: [{id: store-2, region: us-east-1, zone: use1-az2, host: host-2, link: 127.0.0.1:15002}]
                capture: [{listen: 127.0.1.2:2380, peer: store-2, target: raft}]
                END
                cat > "$dir/store-2.yaml" << 'END'
                version: 1
                node: {id: store-2, region: us-east-1, zone: use1-az2, host: host-2}
                link: {listen: 127.0.0.1:15002}
                targets: {raft: 127.0.2.2:2380}
                peers: [{id: store-1, region: us-east-1, zone: use1-az1, host: host-1, link: 127.0.0.1:15000}]
                capture: [{listen: 127.0.2.1:2380, peer: store-1, target: raft}]
                store: {data-dir: data-2, join: true, listen-clients: [127.0.0.1:12379]}
                admin: {listen: 127.0.0.1:9902}
                END
                bin/narrows run --config "$dir/store.yaml" &
                etcdctl --dial-timeout=60s --command-timeout=60s member add store-2 --peer-urls=http://store-2:2380
                bin/narrows run --config "$dir/store-2.yaml" &
                until etcdctl --endpoints=127.0.0.1:12379 put /orders/2 paid; do sleep 0.5; done
                etcdctl get /orders/ --prefix
                """;

        assertThat(run(script).lines())
                .containsSubsequence("OK", "/orders/1", "open", "OK", "/orders/1", "open", "/orders/2", "paid");
    }

    /** Uses one group for all tests, because starting nine JVMs takes most of a test's time. */
    @Test
    void theCommands_makeAGroupOfThree_thatRestarts_andWhoseSnapshotBeginsAnother_whoseMembersComeAndGo()
            throws IOException {
        List<String> blocks = CodeBlocks.marked(DOCUMENT, "run");
        String stop = "kill $(jobs -p)\nwait\n";
        String start = blocks.get(1);
        String script = blocks.get(0) + PATIENT_GROUP + String.join("", blocks.subList(1, blocks.size()))
                + METRICS + stop + start + AWAIT + "get /orders/100 --print-value-only\n" + """
                etcdctl snapshot save "$dir/snapshot"
                """ + stop + """
                sed -i 's/^store:/store:\\n  cluster: another/; s/data\\/store/restored\\/store/' "$dir"/*.yaml
                for n in 1 2 3; do bin/narrows node restore --config "$dir/store-$n.yaml" "$dir/snapshot"; done
                """ + start
                + AWAIT
                + "get /orders/99 --print-value-only\n" + AWAIT + "put /orders/101 more\n" + ANOTHER_MEMBER;

        String all = run(script);
        String output = all.substring(0, all.indexOf(MEMBER_COMES));

        assertThat(output)
                .contains("member   store-1:2380 listens on 127.0.1.1:2380")
                .contains("member   store-2:2380 through the capture on 127.0.1.2:2380");
        assertThat(output.lines()).contains("100");
        assertThat(output.lines().filter(line -> line.matches("\\| +127\\.0\\.0\\.1:\\d+ .*")))
                .hasSize(3)
                .filteredOn(line -> line.split("\\|")[5].strip().equals("true"))
                .hasSize(1);
        MatchResult wire = WIRE.matcher(output).results().findFirst().orElseThrow();
        long app = Long.parseLong(wire.group(1));
        assertThat(app).isGreaterThan(10_000); // 100 objects of 60 bytes to or from two members, at least
        assertThat(Long.parseLong(wire.group(2))).isPositive();
        Metrics metrics = new Metrics(output);
        double control = metrics.sum("narrows_wire_bytes_total", "class=\"control\""); // grows with time
        assertThat(metrics.sum("narrows_wire_bytes_total") - control)
                .isLessThan(metrics.sum("narrows_app_bytes_total"));
        assertThat(output)
                .as("after a restart")
                .contains("{\"id\":100,")
                .as("of the snapshot")
                .containsPattern("restored/store-3: revision \\d+ of ")
                .contains("{\"id\":99,", "\nOK\n");
        assertThat(all.substring(output.length()))
                .as("of the member that was added, and of the one that was removed")
                .contains(
                        "joins a running group",
                        "permanently removed from the cluster",
                        "the removed store ended with 1\n")
                .contains("\nOK\n")
                .containsPattern("Member +\\w+ removed from cluster");
    }

    @Test
    void theFileForThreeHosts_isRight() throws IOException {
        String yaml = CodeBlocks.marked(DOCUMENT, "check").get(0);

        assertThatCode(() -> ConfigLoader.parse(DOCUMENT, yaml, directory)).doesNotThrowAnyException();
    }

    private String run(String script) throws IOException {
        Path file = Files.writeString(
                directory.resolve("script"),
                "cd '" + ROOT + "'\nset -e\n" + EtcdNode.PATIENT_ETCDCTL + script + "echo finished\nwait\n");
        Server shell = machine.start("shell", List.of("env", "TMPDIR=" + directory, "bash", file.toString()));
        await().atMost(LIMIT)
                .failFast(() -> assertThat(shell.isAlive()).as(shell.log()).isTrue())
                .until(() -> shell.log().lines().anyMatch("finished"::equals));
        return shell.log();
    }
}
