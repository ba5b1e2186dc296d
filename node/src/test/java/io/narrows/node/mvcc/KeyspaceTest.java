package io.narrows.node.mvcc;

import static io.narrows.node.mvcc.Requests.bytes;
import static io.narrows.node.mvcc.Requests.delete;
import static io.narrows.node.mvcc.Requests.get;
import static io.narrows.node.mvcc.Requests.put;
import static io.narrows.node.mvcc.Requests.range;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.narrows.node.error.EtcdError;
import io.narrows.node.error.EtcdException;
import io.narrows.node.etcd.Event;
import io.narrows.node.etcd.KeyValue;
import io.narrows.node.etcd.RangeResponse;
import io.narrows.storage.db.crash.disk.ForgetfulFileSystem;
import io.narrows.storage.db.crash.disk.Operation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeyspaceTest {
    @TempDir
    private Path directory;

    private Keyspace keyspace;
    private long index;

    @BeforeEach
    void open() throws IOException {
        keyspace = Keyspace.open(directory.resolve("store"), KeyspaceOptions.defaults());
    }

    @AfterEach
    void close() throws IOException {
        keyspace.close();
    }

    @Test
    void isNewAtRevisionOne() {
        assertThat(keyspace.revision()).isEqualTo(1);
        assertThat(keyspace.compactRevision()).isEqualTo(-1);
        assertThat(keyspace.applied()).isEqualTo(new Applied(0, -1));
    }

    @Test
    void showsNothingOfAChangeBeforeItsCommit() throws Exception {
        Change change = keyspace.change(new Applied(1, 1));
        change.put(put("a", "1"));

        assertThat(change.range(get("a")).getKvsCount()).isOne();
        assertThat(keyspace.range(get("a")).getKvsCount()).isZero();
        change.commit();
        assertThat(keyspace.range(get("a")).getKvsCount()).isOne();
    }

    @Test
    void countsVersionsFromOneAgainAfterADeletion() throws Exception {
        putValue("a");
        putValue("a");
        long deleted = apply(change -> change.deleteRange(delete("a", "")));
        putValue("a");

        KeyValue now = keyspace.get(bytes("a"), 0).orElseThrow();

        assertThat(now.getVersion()).isOne();
        assertThat(now.getCreateRevision()).isEqualTo(deleted + 1);
    }

    @Test
    void readsAKeyAsItWasAtARevision() throws Exception {
        for (int version = 1; version <= 20; version++) {
            putValue("a");
        }

        for (int version = 1; version <= 20; version++) {
            assertThat(keyspace.get(bytes("a"), version + 1).orElseThrow().getVersion())
                    .isEqualTo(version);
        }
        assertThat(keyspace.get(bytes("a"), 1)).isEmpty();
    }

    @Test
    void keepsTheOrderOfKeysWithTheLowestBytes() throws Exception {
        List<String> keys = List.of("a", "a\0", "a\0\0", "a\0\1", "a\1", "a\1\0", "a\2", "aa", "b");
        for (int at = keys.size() - 1; at >= 0; at--) {
            putValue(keys.get(at));
        }

        assertThat(keysOf(keyspace.range(range("a", "\0")))).isEqualTo(keys);
        assertThat(keysOf(keyspace.range(range("a\0", "a\1")))).containsExactly("a\0", "a\0\0", "a\0\1");
        assertThat(keysOf(keyspace.range(get("a")))).containsExactly("a");
    }

    @Test
    void countsAllKeysWhateverTheLimit() throws Exception {
        for (String key : List.of("a", "b", "c", "d")) {
            putValue(key);
        }

        RangeResponse limited =
                keyspace.range(range("a", "\0").toBuilder().setLimit(2).build());

        assertThat(keysOf(limited)).containsExactly("a", "b");
        assertThat(limited.getCount()).isEqualTo(4);
        assertThat(limited.getMore()).isTrue();
    }

    @Test
    void hasOneRevisionForAllChangesOfAnEntry() throws Exception {
        putValue("gone");
        Change change = keyspace.change(new Applied(1, ++index));
        change.put(put("b", "1"));
        change.put(put("a", "1"));
        change.deleteRange(delete("gone", ""));

        Committed committed = change.commit();

        assertThat(committed.revision()).isEqualTo(3);
        assertThat(committed.events())
                .extracting(event -> event.getKv().getKey().toStringUtf8())
                .containsExactly("b", "a", "gone");
        assertThat(committed.events())
                .allSatisfy(event -> assertThat(event.getKv().getModRevision()).isEqualTo(3));
    }

    @Test
    void refusesToChangeAKeyTwiceInAnEntry() throws Exception {
        Change change = keyspace.change(new Applied(1, 1));
        change.put(put("a", "1"));

        assertRefused(EtcdError.DUPLICATE_KEY, () -> change.put(put("a", "2")));
        assertRefused(EtcdError.DUPLICATE_KEY, () -> change.deleteRange(delete("a", "\0")));
    }

    @Test
    void seesItsOwnChangesInRanges() throws Exception {
        for (String key : List.of("b", "d", "f")) {
            putValue(key);
        }
        Change change = keyspace.change(new Applied(1, ++index));
        change.put(put("a", "new"));
        change.deleteRange(delete("d", ""));
        change.put(put("e", "new"));
        change.put(put("f", "newer"));
        change.put(put("g", "new"));

        assertThat(keysOf(change.range(range("a", "\0")))).containsExactly("a", "b", "e", "f", "g");
        assertThat(keysOf(change.range(range("b", "f")))).containsExactly("b", "e");
        assertThat(change.range(get("f")).getKvs(0).getVersion()).isEqualTo(2);
        assertThat(keysOf(
                        change.range(range("a", "\0").toBuilder().setRevision(4).build())))
                .containsExactly("b", "d", "f");
    }

    @Test
    void refusesRevisionsThatAreCompactedOrToCome() throws Exception {
        putValue("a");
        putValue("a");
        putValue("a");
        apply(change -> change.compact(3));

        assertRefused(EtcdError.COMPACTED, () -> keyspace.range(get("a", 2)));
        assertRefused(EtcdError.FUTURE_REVISION, () -> keyspace.range(get("a", 5)));
        assertThat(keyspace.range(get("a", 3)).getKvs(0).getVersion()).isEqualTo(2);
        assertRefused(
                EtcdError.COMPACTED, () -> keyspace.change(new Applied(1, 9)).compact(3));
        assertRefused(
                EtcdError.FUTURE_REVISION,
                () -> keyspace.change(new Applied(1, 9)).compact(5));
    }

    @Test
    void tellsWhatHappenedSinceARevision() throws Exception {
        putValue("a");
        putValue("b");
        putValue("a");
        apply(change -> change.deleteRange(delete("a", "\0")));

        List<Event> events = events(3);

        assertThat(events)
                .extracting(
                        event -> event.getType() + " " + event.getKv().getKey().toStringUtf8() + " "
                                + event.getKv().getModRevision() + " "
                                + event.getPrevKv().getModRevision())
                .containsExactly("PUT b 3 0", "PUT a 4 2", "DELETE a 5 4", "DELETE b 5 3");
        assertThat(events.get(2).getKv())
                .isEqualTo(KeyValue.newBuilder()
                        .setKey(bytes("a"))
                        .setModRevision(5)
                        .build());
    }

    @Test
    void tellsNoHistoryThatIsCompacted() throws Exception {
        putValue("a");
        putValue("a");
        putValue("a");
        apply(change -> change.compact(3));

        assertRefused(EtcdError.COMPACTED, () -> keyspace.history(2));
        assertThat(events(3)).extracting(Event::hasPrevKv).containsExactly(false, true);
        assertThat(events(9)).isEmpty();
    }

    @Test
    void deletesTheKeysOfALeaseWithIt() throws Exception {
        apply(change -> change.grant(7, 60));
        apply(change -> change.put(put("b", "1", 7)));
        apply(change -> change.put(put("a", "1", 7)));
        apply(change -> change.put(put("c", "1", 7)));
        putValue("c");

        assertThat(keyspace.leaseKeys(7)).containsExactly(bytes("a"), bytes("b"));
        Change revocation = keyspace.change(new Applied(1, ++index));
        revocation.revoke(7);
        assertThat(revocation.commit().events())
                .extracting(event -> event.getKv().getKey().toStringUtf8())
                .containsExactly("a", "b");
        assertThat(keyspace.leases()).isEmpty();
        assertThat(keyspace.leaseKeys(7)).isEmpty();
        assertThat(keysOf(keyspace.range(range("a", "\0")))).containsExactly("c");
    }

    @Test
    void refusesLeasesThatAreThereOrNot() throws Exception {
        apply(change -> change.grant(7, 60));

        assertRefused(
                EtcdError.LEASE_EXISTS, () -> keyspace.change(new Applied(1, 9)).grant(7, 60));
        assertRefused(
                EtcdError.LEASE_NOT_FOUND,
                () -> keyspace.change(new Applied(1, 9)).revoke(8));
        assertRefused(
                EtcdError.LEASE_NOT_FOUND,
                () -> keyspace.change(new Applied(1, 9)).put(put("a", "1", 8)));
    }

    @Test
    void isAsItWasWhenItIsOpenedAgain() throws Exception {
        apply(change -> change.grant(7, 60));
        apply(change -> change.put(put("a", "1", 7)));
        putValue("a");
        apply(change -> change.compact(2));
        keyspace.skip(new Applied(3, 17));
        int hash = keyspace.hashKv(0);

        keyspace.close();
        open();

        assertThat(keyspace.applied()).isEqualTo(new Applied(3, 17));
        assertThat(keyspace.revision()).isEqualTo(3);
        assertThat(keyspace.compactRevision()).isEqualTo(2);
        assertThat(keyspace.leases()).containsExactly(LeaseRecord.granted(7, 60));
        assertThat(keyspace.hashKv(0)).isEqualTo(hash);
    }

    @Test
    void hasInACheckpointWhatWasAppliedLast() throws Exception {
        putValue("a");
        keyspace.skip(new Applied(2, 8));

        keyspace.checkpoint(directory.resolve("copy"));

        Path other = directory.resolve("other");
        try (Keyspace copy = Keyspace.open(other, KeyspaceOptions.defaults())) {
            copy.replace(filesOf(directory.resolve("copy")));
            assertThat(copy.applied()).isEqualTo(new Applied(2, 8));
            assertThat(copy.get(bytes("a"), 0)).isPresent();
        }
        try (Keyspace again = Keyspace.open(other, KeyspaceOptions.defaults())) {
            assertThat(again.applied()).isEqualTo(new Applied(2, 8));
        }
        assertThat(other).isDirectoryNotContaining("glob:**/1");
    }

    @Test
    void view_remainsReadable_afterReplacement() throws Exception {
        keyspace.checkpoint(directory.resolve("empty"));
        putValue("a");

        try (View view = keyspace.view()) {
            keyspace.replace(filesOf(directory.resolve("empty")));

            assertThat(view.get(bytes("a"))).isPresent();
            assertThat(keyspace.get(bytes("a"), 0)).isEmpty();
        }
    }

    @Test
    void change_afterReplacement_readsTheNewContents() throws Exception {
        keyspace.checkpoint(directory.resolve("empty"));
        putValue("a");

        keyspace.replace(filesOf(directory.resolve("empty")));

        assertThat(keyspace.change(new Applied(1, 1)).get(bytes("a"))).isEmpty();
    }

    @Test
    void change_afterFailedWrite_readsTheVersionBefore() throws Exception {
        keyspace.close();
        ForgetfulFileSystem disk = ForgetfulFileSystem.over(Files.createDirectory(directory.resolve("disk")), 1);
        keyspace = Keyspace.open(disk.directory(), KeyspaceOptions.defaults());
        putValue("a");
        disk.faults().failAt(Operation.CREATE, 1);
        assertThatException().isThrownBy(() -> keyspace.db().flush()); // then writes fail

        assertThatException().isThrownBy(() -> apply(change -> change.put(put("a", "lost"))));

        assertThat(keyspace.change(new Applied(1, index)).get(bytes("a")))
                .map(KeyValue::getValue)
                .contains(bytes("value"));
    }

    @Test
    void close_withoutSpaceForAFlush_losesOnlyWhatTheRaftLogHas() throws Exception {
        keyspace.close();
        ForgetfulFileSystem disk = ForgetfulFileSystem.over(Files.createDirectory(directory.resolve("disk")), 1);
        keyspace = Keyspace.open(disk.directory(), KeyspaceOptions.defaults());
        putValue("a");
        keyspace.db().flush();
        long flushed = index;
        putValue("b");
        disk.faults().failAt(Operation.CREATE, 1);

        keyspace.close();

        keyspace = Keyspace.open(disk.directory(), KeyspaceOptions.defaults());
        assertThat(keyspace.applied()).isEqualTo(new Applied(1, flushed));
        assertThat(keyspace.get(bytes("a"), 0)).isPresent();
        assertThat(keyspace.get(bytes("b"), 0)).isEmpty();
    }

    private static List<Path> filesOf(Path checkpoint) throws IOException {
        try (Stream<Path> files = Files.list(checkpoint)) {
            return files.toList();
        }
    }

    private interface Applying {
        void to(Change change) throws IOException, EtcdException;
    }

    private long apply(Applying applying) throws IOException, EtcdException {
        Change change = keyspace.change(new Applied(1, ++index));
        applying.to(change);
        return change.commit().revision();
    }

    private void putValue(String key) throws IOException, EtcdException {
        apply(change -> change.put(put(key, "value")));
    }

    private List<Event> events(long from) throws IOException, EtcdException {
        List<Event> events = new ArrayList<>();
        try (History history = keyspace.history(from)) {
            while (history.next()) {
                events.add(history.event());
            }
        }
        return events;
    }

    private static List<String> keysOf(RangeResponse response) {
        return response.getKvsList().stream()
                .map(keyValue -> keyValue.getKey().toStringUtf8())
                .toList();
    }

    private static void assertRefused(EtcdError error, ThrowingCallable call) {
        assertThatExceptionOfType(EtcdException.class)
                .isThrownBy(call)
                .satisfies(refusal -> assertThat(refusal.error()).isEqualTo(error));
    }
}
