package io.narrows.node.mvcc;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.narrows.node.etcd.KeyValue;
import io.narrows.storage.EntryType;
import io.narrows.storage.Slice;
import io.narrows.storage.compaction.CompactionFilter;
import io.narrows.storage.compaction.PropertiesCollector;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests from which compact revision on a file with a hundred versions of keys, or changes, is worth a compaction. */
class FilterPropertiesTest {
    private static final String WORTHY = "narrows.obsolete.revision";
    private static final String WORTHY_NOW = "narrows.unprotected.obsolete.revision";
    private static final String MIDDLE_NOW = "narrows.unprotected.half.written.revision";

    private final PropertiesCollector keys = keys(CompactionFilter.NOTHING_PROTECTED);

    private final PropertiesCollector changes =
            new ChangeFilter(KnownCompaction.Point.NONE, 0, null).collector(CompactionFilter.NOTHING_PROTECTED);

    @Test
    void aThirdOfTheVersions_isWorthACompaction() {
        addKeysWithTwoVersions(34);
        addKeysWithOneVersion(32);

        assertThat(keys.finish()).containsEntry(WORTHY, 2034L);
    }

    @Test
    void less_isNot() {
        addKeysWithTwoVersions(32);
        addKeysWithOneVersion(36);

        assertThat(keys.finish()).containsEntry(WORTHY, BytesByRevision.NEVER);
    }

    @Test
    void halfOfTheChanges_isWorthACompaction() {
        addChanges(100, EntryType.PUT);

        assertThat(changes.finish()).containsEntry(WORTHY, 51L);
    }

    /** Entries of other types are never obsolete. */
    @Test
    void fewerChanges_areNot() {
        addChanges(49, EntryType.PUT);
        addChanges(51, EntryType.DELETE);

        assertThat(changes.finish()).containsEntry(WORTHY, BytesByRevision.NEVER);
    }

    /** Sequence numbers in these tests are those of the revisions. */
    @Test
    void versionsThatASnapshotSees_countOnceItIsClosed() {
        PropertiesCollector collector = keys(1020);
        for (int key = 1; key <= 50; key++) {
            add(collector, "a%03d".formatted(key), 2000 + key);
            add(collector, "a%03d".formatted(key), 1000 + key);
        }

        assertThat(collector.finish()).containsEntry(WORTHY, 2034L).containsEntry(WORTHY_NOW, BytesByRevision.NEVER);
    }

    @Test
    void versionsThatNoSnapshotSees_count() {
        PropertiesCollector collector = keys(1010);
        for (int key = 1; key <= 50; key++) {
            add(collector, "a%03d".formatted(key), 2000 + key);
            add(collector, "a%03d".formatted(key), 1000 + key);
        }

        assertThat(collector.finish()).containsEntry(WORTHY, 2034L).containsEntry(WORTHY_NOW, 2044L);
    }

    @Test
    void changesThatASnapshotSees_countOnceItIsClosed() {
        PropertiesCollector collector = new ChangeFilter(KnownCompaction.Point.NONE, 0, null).collector(60);
        addChanges(collector, 100, EntryType.PUT);

        assertThat(collector.finish())
                .containsEntry(WORTHY, 51L)
                .containsEntry(WORTHY_NOW, BytesByRevision.NEVER)
                .containsEntry(MIDDLE_NOW, BytesByRevision.NEVER);
    }

    @Test
    void changesThatNoSnapshotSees_count() {
        PropertiesCollector collector = new ChangeFilter(KnownCompaction.Point.NONE, 0, null).collector(40);
        addChanges(collector, 100, EntryType.PUT);

        assertThat(collector.finish())
                .containsEntry(WORTHY, 51L)
                .containsEntry(WORTHY_NOW, 91L)
                .containsEntry(MIDDLE_NOW, 90L);
    }

    private static PropertiesCollector keys(long newestProtected) {
        return new VersionFilters(new KnownCompaction()).filter(List.of(), null).collector(newestProtected);
    }

    private void addChanges(int count, EntryType type) {
        addChanges(changes, count, type);
    }

    /** Adds changes at revisions from 1 on. */
    private static void addChanges(PropertiesCollector collector, int count, EntryType type) {
        for (int revision = 1; revision <= count; revision++) {
            collector.add(Slice.of(RevisionKey.of(revision, 0)), revision, type, Slice.of("key"));
        }
    }

    private void addKeysWithTwoVersions(int count) {
        for (int key = 1; key <= count; key++) {
            add("a%03d".formatted(key), 2000 + key);
            add("a%03d".formatted(key), 1000 + key);
        }
    }

    private void addKeysWithOneVersion(int count) {
        for (int key = 1; key <= count; key++) {
            add("b%03d".formatted(key), 3000 + key);
        }
    }

    private void add(String name, long revision) {
        add(keys, name, revision);
    }

    private static void add(PropertiesCollector collector, String name, long revision) {
        ByteString key = ByteString.copyFromUtf8(name);
        KeyValue value = KeyValue.newBuilder()
                .setKey(key)
                .setModRevision(revision)
                .setCreateRevision(1)
                .setVersion(1)
                .build();
        collector.add(
                Slice.of(VersionKey.of(key, revision)),
                revision,
                EntryType.PUT,
                Slice.of(Version.of(value, 0).encoded()));
    }
}
