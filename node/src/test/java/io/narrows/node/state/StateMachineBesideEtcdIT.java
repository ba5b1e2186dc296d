package io.narrows.node.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grpc.StatusRuntimeException;
import io.narrows.node.command.Command;
import io.narrows.node.command.Outcome;
import io.narrows.node.error.EtcdError;
import io.narrows.node.error.EtcdException;
import io.narrows.node.etcd.RangeRequest;
import io.narrows.node.mvcc.Applied;
import io.narrows.node.mvcc.Keyspace;
import io.narrows.node.mvcc.KeyspaceOptions;
import io.narrows.testkit.Seed;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that random commands get byte for byte the same responses as from a real etcd, and leave the same hashes. */
@Tag("long")
class StateMachineBesideEtcdIT {
    private static final int COMMANDS = 1500;
    private static final Duration LIMIT = Duration.ofSeconds(10);

    /** Only a few: etcd's order of equal keys is undefined for more than a dozen. */
    private static final List<String> PARTS = List.of("a", "\0", "\1");

    @TempDir
    private Path directory;

    private final long seed = Seed.of(StateMachineBesideEtcdIT.class);
    private final EtcdModel model = new EtcdModel();
    private final RandomCommands commands = new RandomCommands(new Random(seed), model, PARTS);
    private RealEtcd etcd;
    private Keyspace keyspace;
    private StateMachine machine;

    @Test
    void answersAsEtcdDoes() throws Exception {
        try (RealEtcd started = RealEtcd.start(directory);
                Keyspace opened = Keyspace.open(directory.resolve("store"), KeyspaceOptions.defaults())) {
            etcd = started;
            keyspace = opened;
            machine = new StateMachine(keyspace, new ChangeListener() {});
            int applied = 0;
            for (int index = 1; index <= COMMANDS; index++) {
                applied += apply(commands.command(), index) ? 1 : 0;
                RangeRequest range = commands.range();
                assertThat(ours(range)).as("%s", range).isEqualTo(etcds(range));
                if (index % 50 == 0) {
                    // etcd's own hash differs until it has removed the compacted revisions.
                    await().atMost(LIMIT)
                            .untilAsserted(() -> assertThat(etcd.hashKv(0)).isEqualTo(keyspace.hashKv(0)));
                }
            }
            assertThat(applied).isGreaterThan(COMMANDS / 2);
        }
    }

    /**
     * Applies a command to both. Returns false if etcd refuses the command before it reaches etcd's log, which a state
     * machine cannot do; or if etcd should refuse it but does not, because its check for keys changed twice treats a range
     * "from this key on" as empty.
     */
    private boolean apply(Command command, int index) throws IOException {
        if (model.changesAKeyTwice(command)) {
            return false;
        }
        Outcome theirs = etcd.apply(command);
        if (theirs.getRefusal().getText().equals(EtcdError.DUPLICATE_KEY.text())) {
            return false;
        }
        model.apply(command);
        assertThat(machine.apply(command, new Applied(1, index)))
                .as("%d: %s", index, command)
                .isEqualTo(theirs);
        return true;
    }

    private Object ours(RangeRequest request) throws IOException {
        try {
            return keyspace.range(request);
        } catch (EtcdException e) {
            return e.getMessage();
        }
    }

    private Object etcds(RangeRequest request) {
        try {
            return etcd.range(request);
        } catch (StatusRuntimeException e) {
            return e.getStatus().getDescription();
        }
    }
}
