package io.narrows.node.mvcc;

import static io.narrows.node.mvcc.Requests.delete;
import static io.narrows.node.mvcc.Requests.put;
import static io.narrows.node.mvcc.Requests.range;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.narrows.node.error.EtcdError;
import io.narrows.node.error.EtcdException;
import io.narrows.node.etcd.Event;
import io.narrows.node.etcd.RangeResponse;
import io.narrows.storage.compaction.LevelOptions;
import io.narrows.storage.db.FamilyOptions;
import io.narrows.testkit.Seed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/**
 * The same random changes in two keyspaces with small files, which free space at different times: by requests, by rewriting
 * everything, after restarts, after failures of the machine, or from a checkpoint of the other one. Ranges, histories, changes
 * and views of both are those of a model, and so their hashes are equal.
 */
@Tag("long")
class ObsolescenceModelTest {
    private static final int STEPS = 1500;
    private static final int KEYS = 60;

    @TempDir
    private Path directory;

    private final Random random = new Random(Seed.of(ObsolescenceModelTest.class));
    private final KeyspaceOptions options = KeyspaceOptions.defaults()
            .withFamily(FamilyOptions.DEFAULT
                    .withWriteBufferSize(64 << 10)
                    .withLevels(LevelOptions.DEFAULT
                            .withLevel0FileNumCompactionTrigger(1 + random.nextInt(4))
                            .withTargetFileSize(2 << 10, 1)
                            .withMaxBytesForLevel(4 << 10, 2 + random.nextInt(3))));

    /** Values by key at each revision; no value for deleted keys. */
    private final List<NavigableMap<String, String>> states = new ArrayList<>();

    /** Changed key of each revision. */
    private final List<String> changed = new ArrayList<>();

    private final List<Keyspace> members = new ArrayList<>();
    private final List<Path> directories = new ArrayList<>();
    private final List<Seen> seen = new ArrayList<>();
    private final List<Entry> log = new ArrayList<>();
    private long compacted = -1;
    private long compaction;
    private int copies;

    /** An entry of the log, which all members apply. */
    @FunctionalInterface
    private interface Entry {
        void applyTo(Change change) throws Exception;
    }

    /** A view with the hash that it had when it was opened. */
    private record Seen(View view, int hash) {}

    @RepeatedTest(2)
    void readersSeeTheModel() throws Exception {
        for (int member = 0; member < 2; member++) {
            directories.add(directory.resolve("member" + member));
            members.add(Keyspace.open(directories.get(member), options));
        }
        states.add(new TreeMap<>());
        states.add(new TreeMap<>()); // of revision 1
        changed.add("");
        changed.add("");
        try {
            for (int step = 0; step < STEPS; step++) {
                change();
                step();
            }
            for (Keyspace member : members) {
                finish(member);
            }
        } finally {
            closeViews();
            for (Keyspace member : members) {
                member.close();
            }
        }
    }

    private void change() throws Exception {
        String key = "key" + random.nextInt(random.nextInt(10) == 0 ? KEYS : KEYS / 6);
        NavigableMap<String, String> state = new TreeMap<>(states.get(states.size() - 1));
        boolean deletes = random.nextInt(4) == 0 && state.containsKey(key);
        String value = "v".repeat(random.nextInt(200)) + random.nextLong();
        if (deletes) {
            append(change -> change.deleteRange(delete(key, "")));
            state.remove(key);
        } else {
            append(change -> change.put(put(key, value)));
            state.put(key, value);
        }
        states.add(state);
        changed.add(key);
    }

    private void append(Entry entry) throws Exception {
        log.add(entry);
        for (Keyspace member : members) {
            apply(log.size(), member);
        }
    }

    /** @param index of an entry, from 1 */
    private void apply(long index, Keyspace member) throws Exception {
        Change change = member.change(new Applied(1, index));
        log.get((int) index - 1).applyTo(change);
        change.commit();
    }

    private void step() throws Exception {
        int chosen = random.nextInt(2);
        Keyspace member = members.get(chosen);
        switch (random.nextInt(80)) {
            case 0, 1 -> compact();
            case 2 -> member.cleared(Math.max(compacted, 0)).get();
            case 3 -> member.rewrite();
            case 4 -> member.db().flush();
            case 5 -> reopen(chosen);
            case 6 -> copy(chosen);
            case 7, 8, 9, 10 -> checkRange(member);
            case 11, 12 -> checkHistory(member);
            case 13, 14 -> checkHash();
            case 15 -> seen.add(see(member));
            case 16 -> checkViews();
            case 17 -> failMachine(chosen);
            default -> {}
        }
    }

    private void compact() throws Exception {
        long revision = revision() - random.nextInt(100);
        if (revision <= Math.max(compacted, 0)) {
            return;
        }
        compacted = revision;
        append(change -> change.compact(revision));
        compaction = log.size();
    }

    private long revision() {
        return states.size() - 1;
    }

    private void reopen(int member) throws IOException {
        closeViews();
        members.get(member).close();
        members.set(member, Keyspace.open(directories.get(member), options));
    }

    /** Loses what a member has not flushed. The member then applies the lost entries again. */
    private void failMachine(int failing) throws Exception {
        closeViews();
        Keyspace member = members.get(failing);
        member.cleared(Math.max(compacted, 0)).get();
        long flushed = compaction; // otherwise filters would not know it
        if (random.nextBoolean()) {
            member.db().flush();
            flushed = log.size();
        }
        for (int changes = random.nextInt(100); changes > 0; changes--) {
            change();
        }
        member.db().awaitCompactions(); // so that files do not change while they are copied
        Path remains = directory.resolve("remains" + ++copies);
        copyTree(directories.get(failing), remains);
        member.close();

        Keyspace reopened = Keyspace.open(remains, options);

        members.set(failing, reopened);
        directories.set(failing, remains);
        long applied = Math.max(0, reopened.applied().index()); // -1 if it has nothing
        assertThat(applied).isBetween(flushed, (long) log.size());
        for (long index = applied + 1; index <= log.size(); index++) {
            apply(index, reopened);
        }
    }

    private static void copyTree(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(from.relativize(file).toString()));
            }
        }
    }

    /** Replaces a member's files by a checkpoint of the other one. */
    private void copy(int member) throws IOException {
        Path checkpoint = directory.resolve("checkpoint" + ++copies);
        members.get(1 - member).checkpoint(checkpoint);
        try (Stream<Path> files = Files.list(checkpoint)) {
            members.get(member).replace(files.toList());
        }
    }

    private void checkRange(Keyspace member) throws Exception {
        long revision = Math.max(1, revision() - random.nextInt(150));
        if (revision < compacted) {
            EtcdException refusal = catchThrowableOfType(
                    EtcdException.class,
                    () -> member.range(
                            range("key", "\0").toBuilder().setRevision(revision).build()));
            assertThat(refusal.error()).isEqualTo(EtcdError.COMPACTED);
            return;
        }
        RangeResponse response = member.range(
                range("key", "\0").toBuilder().setRevision(revision).build());
        NavigableMap<String, String> found = new TreeMap<>();
        response.getKvsList()
                .forEach(keyValue -> found.put(
                        keyValue.getKey().toStringUtf8(), keyValue.getValue().toStringUtf8()));
        assertThat(found).as("at revision %d", revision).isEqualTo(states.get((int) revision));
    }

    private void checkHistory(Keyspace member) throws Exception {
        long from = Math.max(2, revision() - random.nextInt(150));
        if (from < compacted) {
            EtcdException refusal = catchThrowableOfType(EtcdException.class, () -> member.history(from));
            assertThat(refusal.error()).isEqualTo(EtcdError.COMPACTED);
            return;
        }
        try (History history = member.history(from)) {
            long revision = from;
            while (history.next()) {
                Event event = history.event();
                assertThat(event.getKv().getModRevision()).isEqualTo(revision);
                String key = event.getKv().getKey().toStringUtf8();
                assertThat(key).isEqualTo(changed.get((int) revision));
                assertThat(event.getType() == Event.EventType.DELETE)
                        .isEqualTo(!states.get((int) revision).containsKey(key));
                revision++;
            }
            assertThat(revision).isEqualTo(revision() + 1);
        }
    }

    private void checkHash() throws Exception {
        long revision = revision() - random.nextInt(100);
        if (revision > Math.max(compacted, 0)) {
            assertThat(members.get(0).hashKv(revision))
                    .as("at revision %d", revision)
                    .isEqualTo(members.get(1).hashKv(revision));
        }
        for (Keyspace member : members) {
            assertThat(kept(member)).isEqualTo(kept());
        }
    }

    /** Returns the changes that the model has at and after the compact revision. */
    private List<String> kept() {
        List<String> kept = new ArrayList<>();
        for (int revision = 2; revision <= revision(); revision++) {
            String key = changed.get(revision);
            boolean deleted = !states.get(revision).containsKey(key);
            boolean last = revision > compacted
                    || !deleted
                            && !changed.subList(revision + 1, (int) compacted + 1)
                                    .contains(key);
            if (last) {
                kept.add(revision + " 0 " + deleted + " " + key + " "
                        + states.get(revision).getOrDefault(key, ""));
            }
        }
        return kept;
    }

    private static List<String> kept(Keyspace member) throws IOException {
        List<String> kept = new ArrayList<>();
        member.forEachRevision((main, sub, tombstone, keyValue) -> kept.add(main + " " + sub + " " + tombstone + " "
                + keyValue.getKey().toStringUtf8() + " " + keyValue.getValue().toStringUtf8()));
        return kept;
    }

    private static Seen see(Keyspace member) throws Exception {
        View view = member.view();
        return new Seen(view, view.hashKv(0));
    }

    private void checkViews() throws Exception {
        for (Seen each : seen) {
            assertThat(each.view().hashKv(0)).isEqualTo(each.hash());
            for (Map.Entry<String, String> entry :
                    states.get((int) each.view().revision()).entrySet()) {
                assertThat(each.view()
                                .get(Requests.bytes(entry.getKey()))
                                .orElseThrow()
                                .getValue()
                                .toStringUtf8())
                        .isEqualTo(entry.getValue());
            }
        }
        closeViews();
    }

    private void closeViews() {
        seen.forEach(each -> each.view().close());
        seen.clear();
    }

    /** In the end, nothing is left but the last versions. */
    private void finish(Keyspace member) throws Exception {
        closeViews();
        Change marker = member.change(new Applied(1, log.size() + 1));
        marker.put(put("marker", ""));
        marker.commit();
        Change compaction = member.change(new Applied(1, log.size() + 2));
        compaction.compact(member.revision());
        compaction.commit();

        member.rewrite();

        long alive = states.get(states.size() - 1).size() + 1L;
        for (String family : List.of("keys", "revisions")) {
            assertThat(member.db().fileEntries(member.db().family(family).orElseThrow()))
                    .isBetween(alive, 2 * alive + 10);
        }
    }
}
