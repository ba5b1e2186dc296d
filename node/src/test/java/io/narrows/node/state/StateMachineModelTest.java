package io.narrows.node.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.narrows.node.command.Command;
import io.narrows.node.command.Entry;
import io.narrows.node.command.Outcome;
import io.narrows.node.command.Outcomes;
import io.narrows.node.error.EtcdException;
import io.narrows.node.etcd.Event;
import io.narrows.node.etcd.RangeRequest;
import io.narrows.node.etcd.RangeResponse;
import io.narrows.node.mvcc.Applied;
import io.narrows.node.mvcc.History;
import io.narrows.node.mvcc.Keyspace;
import io.narrows.node.mvcc.KeyspaceOptions;
import io.narrows.node.mvcc.LeaseRecord;
import io.narrows.storage.db.FamilyOptions;
import io.narrows.storage.db.crash.disk.Damage;
import io.narrows.storage.db.crash.disk.ForgetfulFileSystem;
import io.narrows.storage.sst.block.KeyEncoding;
import io.narrows.testkit.Seed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests that entries of random commands have the same results and responses as in a model of etcd, across compactions, checkpoints,
 * restarts and power losses, after which the entries that were not flushed are applied again; and the same results without responses, in
 * a second keyspace.
 */
@Tag("long")
class StateMachineModelTest {
    private static final int ENTRIES = 700;

    @TempDir
    private Path directory;

    private final long seed = Seed.of(StateMachineModelTest.class);
    private final Random random = new Random(seed);
    private final EtcdModel model = new EtcdModel();
    private final RandomCommands commands =
            new RandomCommands(random, model, List.of("a", "b", "\0", "\1", "\2", "/", "é"));
    private final List<Event> told = new ArrayList<>();
    private final List<Event> toldOther = new ArrayList<>();
    private final List<Applying> log = new ArrayList<>();
    private final KeyspaceOptions options = KeyspaceOptions.defaults()
            .withFamily(FamilyOptions.DEFAULT.withWriteBufferSize(64 << 10))
            .withKeyEncoding(KeyEncoding.values()[random.nextInt(2)])
            .withLatestBytes(List.of(0L, 4L << 10, 1L << 20).get(random.nextInt(3)));
    private ForgetfulFileSystem disk;
    private int losses;
    private long appliedAgain;
    private String store;
    private Keyspace keyspace;
    private StateMachine machine;
    private Keyspace other;
    private StateMachine unawaited;

    /** An entry with its results. */
    private record Applying(Entry entry, List<Outcome> outcomes, List<Event> events) {}

    @RepeatedTest(2)
    void doesWhatEtcdDoes() throws Exception {
        disk = ForgetfulFileSystem.over(Files.createDirectory(directory.resolve("disk")), seed);
        open("store");
        other = Keyspace.open(directory.resolve("other"), options);
        unawaited = new StateMachine(other, recorder(toldOther));
        try {
            for (int index = 1; index <= ENTRIES; index++) {
                step(index);
            }
            losePower(ENTRIES);
            checkKept();
        } finally {
            keyspace.close();
            other.close();
        }
        assertThat(appliedAgain).isPositive();
    }

    private void step(int index) throws Exception {
        Entry.Builder entry = Entry.newBuilder();
        Outcomes.Builder outcomes = Outcomes.newBuilder();
        List<Event> events = new ArrayList<>();
        for (int left = 1 + random.nextInt(4); left > 0; left--) {
            Command command = commands.command();
            long before = model.revision();
            entry.addCommands(command);
            outcomes.addOutcomes(model.apply(command));
            events.addAll(model.revision() == before ? List.of() : model.eventsSince(model.revision()));
        }
        log.add(new Applying(entry.build(), outcomes.getOutcomesList(), events));
        told.clear();
        toldOther.clear();

        assertThat(machine.apply(entry.build(), 1, index))
                .as("%d: %s", index, entry)
                .isEqualTo(outcomes.build());
        assertThat(keyspace.applied()).isEqualTo(new Applied(1, index));
        assertThat(told).isEqualTo(events);
        unawaited.applyUnawaited(entry.build(), 1, index);
        assertThat(other.applied()).isEqualTo(keyspace.applied());
        assertThat(toldOther).isEqualTo(events);
        checkRange(commands.range());
        switch (random.nextInt(60)) {
            case 0 -> checkHistory();
            case 1 -> checkKept();
            case 2 -> checkLeases();
            case 3 -> keyspace.cleared(model.compacted()).get();
            case 4 -> reopen();
            case 5 -> copy(index);
            case 6 -> keyspace.rewrite();
            case 7 -> checkOther();
            case 8 -> losePower(index);
            default -> {}
        }
    }

    private void checkRange(RangeRequest request) throws Exception {
        EtcdException refusal = catchThrowableOfType(EtcdException.class, () -> model.range(request));
        if (refusal == null) {
            RangeResponse expected = model.range(request);
            assertThat(keyspace.range(request)).as("%s", request).isEqualTo(expected);
        } else {
            assertThat(catchThrowableOfType(EtcdException.class, () -> keyspace.range(request))
                            .error())
                    .isEqualTo(refusal.error());
        }
    }

    private void checkHistory() throws Exception {
        long from = Math.max(model.compacted(), 0) + random.nextInt(10);
        List<Event> events = new ArrayList<>();
        try (History history = keyspace.history(from)) {
            while (history.next()) {
                events.add(history.event());
            }
        }
        assertThat(events).isEqualTo(model.eventsSince(from));
    }

    private void checkKept() throws IOException {
        List<EtcdModel.Kept> kept = new ArrayList<>();
        keyspace.forEachRevision(
                (main, sub, tombstone, keyValue) -> kept.add(new EtcdModel.Kept(main, sub, tombstone, keyValue)));
        assertThat(kept).isEqualTo(model.kept());
    }

    private void checkOther() throws Exception {
        assertThat(other.compactRevision()).isEqualTo(keyspace.compactRevision());
        assertThat(other.hashKv(0)).isEqualTo(keyspace.hashKv(0));
        assertThat(other.leases()).isEqualTo(keyspace.leases());
        for (LeaseRecord lease : keyspace.leases()) {
            assertThat(other.leaseKeys(lease.id())).isEqualTo(keyspace.leaseKeys(lease.id()));
        }
    }

    private void checkLeases() throws IOException {
        assertThat(keyspace.leases())
                .containsExactlyInAnyOrderElementsOf(model.leases().entrySet().stream()
                        .map(lease -> LeaseRecord.granted(lease.getKey(), lease.getValue()))
                        .toList());
        for (long lease : model.leases().keySet()) {
            assertThat(keyspace.leaseKeys(lease)).isEqualTo(model.leaseKeys(lease));
        }
    }

    /** Continues in another keyspace, replaced by a checkpoint of this one. */
    private void copy(int index) throws IOException {
        Path copy = disk.directory().resolve("copy" + index);
        keyspace.checkpoint(copy);
        keyspace.close();
        open("store" + index);
        try (Stream<Path> files = Files.list(copy)) {
            keyspace.replace(files.toList());
        }
    }

    private void reopen() throws IOException {
        keyspace.close();
        open(store);
    }

    /** Loses power, and applies the entries again that are not on disk. */
    private void losePower(int index) throws IOException {
        Path remains = directory.resolve("remains" + ++losses);
        disk.writeRemains(remains, random.nextLong(), Damage.TAILS);
        disk.faults().losePower();
        closeWithoutPower();

        disk = ForgetfulFileSystem.over(remains, random.nextLong());
        open(store);

        for (long again = Math.max(0, keyspace.applied().index()) + 1; again <= index; again++) {
            Applying lost = log.get((int) again - 1);
            int begun = keyspace.applied().begun();
            told.clear();
            assertThat(machine.apply(lost.entry(), 1, again).getOutcomesList())
                    .as("%d after a power loss: %s", again, lost.entry())
                    .isEqualTo(lost.outcomes().subList(begun, lost.outcomes().size()));
            assertThat(lost.events()).endsWith(told.toArray(Event[]::new));
            appliedAgain++;
        }
        assertThat(keyspace.applied()).isEqualTo(new Applied(1, index));
        assertThat(keyspace.revision()).isEqualTo(model.revision());
    }

    private void closeWithoutPower() {
        try {
            keyspace.close();
        } catch (IOException e) {
            // nothing can be written
        }
    }

    private void open(String name) throws IOException {
        store = name;
        keyspace = Keyspace.open(disk.directory().resolve(name), options);
        machine = new StateMachine(keyspace, recorder(told));
    }

    private static ChangeListener recorder(List<Event> into) {
        return new ChangeListener() {
            @Override
            public void changed(long revision, List<Event> events) {
                into.addAll(events);
            }
        };
    }
}
