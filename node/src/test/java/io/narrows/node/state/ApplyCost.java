package io.narrows.node.state;

import com.google.protobuf.ByteString;
import io.narrows.node.command.Command;
import io.narrows.node.command.Entry;
import io.narrows.node.command.Outcome;
import io.narrows.node.etcd.Compare;
import io.narrows.node.etcd.PutRequest;
import io.narrows.node.etcd.RangeRequest;
import io.narrows.node.etcd.RequestOp;
import io.narrows.node.etcd.TxnRequest;
import io.narrows.node.mvcc.Keyspace;
import io.narrows.node.mvcc.KeyspaceOptions;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;

/**
 * Measures the user time in which one state machine, without Raft, applies the API server's transactions: each compares the
 * key's mod revision, and puts. {@code ApplyCost KEYS UPDATES VALUE-BYTES ROUNDS DIRECTORY} prints the table of
 * docs/benchmarks/node.md. Rounds without and with cached latest versions alternate; the first of each warms up.
 */
final class ApplyCost {
    private static final long SEED = 7;
    private static final int COMMANDS_PER_ENTRY = 16;

    private final int keys;
    private final int updates;
    private final int valueBytes;

    ApplyCost(int keys, int updates, int valueBytes) {
        this.keys = keys;
        this.updates = updates;
        this.valueBytes = valueBytes;
    }

    public static void main(String... arguments) throws IOException {
        ApplyCost cost = new ApplyCost(
                Integer.parseInt(arguments[0]), Integer.parseInt(arguments[1]), Integer.parseInt(arguments[2]));
        int rounds = Integer.parseInt(arguments[3]);
        Path directory = Path.of(arguments[4]);
        KeyspaceOptions cached = KeyspaceOptions.defaults();
        System.out.println("| latest versions | us per creation | us per update |");
        System.out.println("| --- | ---: | ---: |");
        for (int round = 0; round <= rounds; round++) {
            for (KeyspaceOptions options : List.of(cached.withLatestBytes(0), cached)) {
                Path store = Files.createTempDirectory(directory, "apply");
                cost.measure(store, options, round > 0);
            }
        }
    }

    private void measure(Path directory, KeyspaceOptions options, boolean counts) throws IOException {
        Random random = new Random(SEED);
        try (Keyspace keyspace = Keyspace.open(directory, options)) {
            StateMachine machine = new StateMachine(keyspace, new ChangeListener() {});
            Run run = new Run(machine, random, new long[keys], valueBytes);
            long start = userNanos();
            for (int key = 0; key < keys; key++) {
                run.write(key);
            }
            long created = userNanos();
            for (int update = 0; update < updates; update++) {
                run.write(random.nextInt(keys));
            }
            long end = userNanos();
            if (counts) {
                System.out.printf(
                        "| %s | %.1f | %.1f |%n",
                        options.latestBytes() == 0 ? "not cached" : "cached",
                        (created - start) / 1e3 / keys,
                        (end - created) / 1e3 / updates);
            }
        }
    }

    private static long userNanos() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadUserTime();
    }

    /** The entries of a run. */
    private static final class Run {
        private final StateMachine machine;
        private final Random random;
        private final long[] modRevisions;
        private final byte[] value;
        private Entry.Builder entry = Entry.newBuilder();
        private long revision = 1;
        private long index;

        Run(StateMachine machine, Random random, long[] modRevisions, int valueBytes) {
            this.machine = machine;
            this.random = random;
            this.modRevisions = modRevisions;
            this.value = new byte[valueBytes];
        }

        void write(int number) throws IOException {
            random.nextBytes(value);
            String scattered = Integer.toHexString(Integer.reverse(number));
            ByteString key = ByteString.copyFromUtf8("/registry/pods/team-" + number % 40 + "/service-" + scattered);
            RequestOp put = RequestOp.newBuilder()
                    .setRequestPut(PutRequest.newBuilder().setKey(key).setValue(ByteString.copyFrom(value)))
                    .build();
            RequestOp get = RequestOp.newBuilder()
                    .setRequestRange(RangeRequest.newBuilder().setKey(key))
                    .build();
            Compare unchanged = Compare.newBuilder()
                    .setKey(key)
                    .setTarget(Compare.CompareTarget.MOD)
                    .setModRevision(modRevisions[number])
                    .build();
            entry.addCommands(Command.newBuilder()
                    .setTxn(TxnRequest.newBuilder()
                            .addCompare(unchanged)
                            .addSuccess(put)
                            .addFailure(get)));
            modRevisions[number] = ++revision;
            if (entry.getCommandsCount() == COMMANDS_PER_ENTRY) {
                apply();
            }
        }

        private void apply() throws IOException {
            for (Outcome outcome : machine.apply(entry.build(), 1, ++index).getOutcomesList()) {
                if (!outcome.getTxn().getSucceeded()) {
                    throw new IllegalStateException("entry " + index + " failed (expected: no conflicts)");
                }
            }
            entry = Entry.newBuilder();
        }
    }
}
