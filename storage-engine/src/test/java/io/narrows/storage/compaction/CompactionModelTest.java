package io.narrows.storage.compaction;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.storage.EntryType;
import io.narrows.storage.InternalIterator;
import io.narrows.storage.InternalKey;
import io.narrows.storage.RangeTombstone;
import io.narrows.storage.Slice;
import io.narrows.storage.iterate.Bounds;
import io.narrows.storage.iterate.DbIterator;
import io.narrows.storage.iterate.MergingIterator;
import io.narrows.storage.iterate.RangeTombstones;
import io.narrows.storage.sst.TableOptions;
import io.narrows.storage.sst.rows.VersionedRow;
import io.narrows.storage.version.FileMetadata;
import io.narrows.storage.version.Version;
import io.narrows.storage.version.VersionEdit;
import io.narrows.testkit.Seed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random writes, flushes, snapshots and compactions: automatic, manual and in place, often picked from a version before
 * others took effect. After each one, every reader sees the same as a replay of the writes, the levels are in order, and no
 * unneeded file remains.
 */
@Tag("long")
class CompactionModelTest {
    private static final int ROUNDS = Integer.getInteger("narrows.compaction.rounds", 15);
    private static final int STEPS = 60;
    private static final CompressionLadder LADDER = new CompressionLadder(
            List.of(CodecSpec.of(Codec.NONE), CodecSpec.of(Codec.LZ4)), Optional.of(CodecSpec.of(Codec.SNAPPY)));

    @TempDir
    Path folder;

    private final Random random = seeded();
    private final List<Write> history = new ArrayList<>();
    private final TreeSet<Long> snapshots = new TreeSet<>();
    private final List<VersionedRow> rows = new ArrayList<>();
    private final List<RangeTombstone> tombstones = new ArrayList<>();
    private Version version;
    private TestTables tables;
    private TableFactory factory;
    private CompactionPicker picker;
    private long sequence;
    private long epoch;
    private String context;

    /** A recorded write; range deletions have an end. */
    private record Write(EntryType type, Slice key, Slice end, long sequence) {}

    private static Random seeded() {
        return new Random(Seed.of(CompactionModelTest.class));
    }

    @Test
    void readers_seeTheSameBeforeAndAfter() throws IOException {
        for (int round = 0; round < ROUNDS; round++) {
            Path directory = Files.createDirectory(folder.resolve("round" + round));
            try (TestTables open = new TestTables(directory, random.nextInt(2))) {
                begin(open);
                for (int step = 0; step < STEPS; step++) {
                    context = "round " + round + ", step " + step;
                    step();
                }
            }
        }
    }

    private void begin(TestTables open) {
        tables = open;
        version = Version.EMPTY;
        history.clear();
        snapshots.clear();
        rows.clear();
        tombstones.clear();
        sequence = 0;
        epoch = 0;
        factory = open.factory(TableOptions.DEFAULT.withBlockSize(64).withFormatVersion(random.nextBoolean() ? 5 : 7));
        int file = 100 << random.nextInt(6);
        LevelOptions options = LevelOptions.DEFAULT
                .withLevel0FileNumCompactionTrigger(1 + random.nextInt(4))
                .withTargetFileSize(file, 1 + random.nextInt(2))
                .withMaxBytesForLevel(file * (1L + random.nextInt(8)), 2 + random.nextInt(4));
        picker = new CompactionPicker(options, LADDER);
    }

    private void step() throws IOException {
        switch (random.nextInt(10)) {
            case 0 -> snapshots.add(sequence);
            case 1 -> releaseSnapshot();
            case 2 -> compactRange();
            case 3 -> migrate();
            case 4, 5, 6 -> compact();
            default -> {
                write(1 + random.nextInt(80));
                flush();
            }
        }
        check();
    }

    private void releaseSnapshot() {
        if (!snapshots.isEmpty()) {
            snapshots.remove(snapshots.first());
        }
    }

    private void write(int writes) {
        for (int i = 0; i < writes; i++) {
            sequence++;
            Slice key = key();
            EntryType type = switch (random.nextInt(8)) {
                case 0 -> EntryType.DELETE;
                case 1 -> EntryType.SINGLE_DELETE;
                case 2 -> random.nextInt(4) == 0 ? EntryType.RANGE_DELETE : EntryType.PUT;
                default -> EntryType.PUT;
            };
            if (type == EntryType.RANGE_DELETE) {
                Slice other = key();
                boolean ordered = key.compareTo(other) <= 0;
                Slice begin = ordered ? key : other;
                Slice end = ordered ? other : key;
                history.add(new Write(type, begin, end, sequence));
                tombstones.add(new RangeTombstone(begin, end, sequence));
            } else {
                history.add(new Write(type, key, null, sequence));
                Slice value = type == EntryType.PUT ? value(key, sequence) : Slice.EMPTY;
                rows.add(new VersionedRow(key, sequence, type, value));
            }
        }
    }

    /** Sometimes empty; the last letter is the highest byte, which nothing can follow. */
    private Slice key() {
        byte[] letters = {'a', 'b', 'c', -1};
        byte[] key = new byte[random.nextInt(5)];
        for (int i = 0; i < key.length; i++) {
            key[i] = letters[random.nextInt(letters.length)];
        }
        return Slice.of(key);
    }

    private static Slice value(Slice key, long sequence) {
        return Slice.of(key + "@" + sequence);
    }

    private void flush() throws IOException {
        Optional<FileMetadata> file = new FlushJob(
                        factory, LADDER.ofFlush(), ++epoch, snapshots(), JobFilter.none(), () -> false)
                .run(List.of(new RowSource(rows)), tombstones);
        rows.clear();
        tombstones.clear();
        if (file.isPresent()) {
            version = version.apply(new VersionEdit().addFile(0, file.get()));
        }
    }

    private long[] snapshots() {
        return snapshots.stream().mapToLong(Long::longValue).toArray();
    }

    /** Runs several at once: the results take effect in a different order than they were picked. */
    private void compact() throws IOException {
        Set<Long> busy = new HashSet<>();
        List<Compaction> picked = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            Optional<Compaction> next = any(busy);
            next.ifPresent(compaction -> {
                picked.add(compaction);
                compaction.files().forEach(file -> busy.add(file.number()));
            });
        }
        List<CompactionResult> results = new ArrayList<>();
        for (Compaction compaction : picked) {
            results.add(run(compaction));
        }
        while (!results.isEmpty()) {
            int next = random.nextInt(results.size());
            apply(picked.remove(next), results.remove(next));
        }
    }

    private Optional<Compaction> any(Set<Long> busy) {
        return switch (random.nextInt(6)) {
            case 0 -> picker.manual(version, random.nextInt(version.levels()), null, null, busy);
            case 1 -> picker.manual(version, random.nextInt(version.levels()), key(), null, busy);
            case 2 -> picker.migrate(version, busy, file -> random.nextInt(3) == 0);
            default -> picker.pick(version, busy);
        };
    }

    private void compactRange() throws IOException {
        Slice begin = random.nextBoolean() ? key() : null;
        Slice end = random.nextBoolean() ? key() : null;
        boolean exclusive = end != null && random.nextBoolean();
        if (isEmpty(begin, end, exclusive)) {
            return;
        }
        long firstNew = factory.numbers().getAsLong();
        RangeCompaction range = new RangeCompaction(picker, begin, end, exclusive, firstNew);
        Optional<Compaction> step = range.next(version, Set.of());
        while (step.isPresent()) {
            apply(step.get(), run(step.get()));
            step = range.next(version, Set.of());
        }
        assertThat(range.isDone()).as(context).isTrue();
        KeyRange whole = new KeyRange(begin, end, exclusive);
        assertThat(IntStream.range(0, version.levels())
                        .filter(level -> !whole.in(version, level).isEmpty())
                        .count())
                .as("levels of a range that was compacted, %s", context)
                .isLessThanOrEqualTo(1);
    }

    private static boolean isEmpty(Slice begin, Slice end, boolean exclusive) {
        return begin != null && end != null && begin.compareTo(end) > (exclusive ? -1 : 0);
    }

    private void migrate() throws IOException {
        Optional<Compaction> migration = picker.migrate(version, Set.of(), file -> random.nextInt(3) == 0);
        if (migration.isPresent()) {
            apply(migration.get(), run(migration.get()));
        }
    }

    private CompactionResult run(Compaction compaction) throws IOException {
        CompactionResult result =
                new CompactionJob(compaction, tables.open(), factory, snapshots(), JobFilter.none(), () -> false).run();
        checkOutputs(compaction, result);
        return result;
    }

    private void apply(Compaction compaction, CompactionResult result) throws IOException {
        version = version.apply(result.edit());
        if (!compaction.trivialMove()) {
            for (FileMetadata file : compaction.files()) {
                tables.delete(file);
            }
        }
    }

    /** Checks that the output has no entry that could have been dropped. */
    private void checkOutputs(Compaction compaction, CompactionResult result) throws IOException {
        long oldest = snapshots.isEmpty() ? InternalKey.MAX_SEQUENCE : snapshots.first();
        Snapshots stripes = new Snapshots(snapshots());
        for (FileMetadata file : result.outputs()) {
            Set<List<Object>> seen = new HashSet<>();
            for (VersionedRow row : tables.rows(file)) {
                boolean first = seen.add(List.of(row.key(), stripes.stripe(row.sequence())));
                assertThat(first || row.type() == EntryType.SINGLE_DELETE && !compaction.bottommost())
                        .as("one of its stripe: %s of file %s, %s", row, file.number(), context)
                        .isTrue();
                if (compaction.bottommost() && row.sequence() <= oldest) {
                    assertThat(row.sequence()).as("%s, %s", row, context).isZero();
                    assertThat(row.type()).as("%s, %s", row, context).isEqualTo(EntryType.PUT);
                }
            }
            if (compaction.bottommost()) {
                assertThat(tables.tombstones(file)).as(context).allMatch(tombstone -> tombstone.sequence() > oldest);
            }
            assertThat(file.epoch())
                    .as(context)
                    .isEqualTo(compaction.files().stream()
                            .mapToLong(FileMetadata::epoch)
                            .min()
                            .orElseThrow());
        }
    }

    private void check() throws IOException {
        checkLevels();
        checkFiles();
        for (long reader : LongStream.concat(snapshots.stream().mapToLong(Long::longValue), LongStream.of(sequence))
                .toArray()) {
            Map<Slice, Slice> expected = replay(reader);
            assertThat(scan(reader)).as("scan at %s, %s", reader, context).isEqualTo(expected);
            for (int i = 0; i < 20; i++) {
                Slice key = key();
                assertThat(get(key, reader))
                        .as("get of %s at %s, %s", key, reader, context)
                        .isEqualTo(expected.get(key));
            }
        }
    }

    private void checkLevels() throws IOException {
        for (int level = 0; level < version.levels(); level++) {
            FileMetadata before = null;
            for (FileMetadata file : version.level(level)) {
                checkBounds(file);
                if (level > 0 && before != null) {
                    assertThat(compare(before.largest(), file.smallest()))
                            .as("%s before %s, level %s, %s", before, file, level, context)
                            .isNegative();
                    assertThat(before.endsBefore(file.smallestUserKey()))
                            .as("%s and %s share no user key, level %s, %s", before, file, level, context)
                            .isTrue();
                }
                before = file;
            }
        }
    }

    private void checkBounds(FileMetadata file) throws IOException {
        for (VersionedRow row : tables.rows(file)) {
            Slice key = Slice.of(InternalKey.of(row.key(), InternalKey.trailer(row.sequence(), row.type())));
            assertThat(compare(file.smallest(), key) <= 0 && compare(key, file.largest()) <= 0)
                    .as("%s within %s, %s", row, file, context)
                    .isTrue();
            assertThat(row.sequence()).as(context).isBetween(file.smallestSequence(), file.largestSequence());
        }
        for (RangeTombstone tombstone : tables.tombstones(file)) {
            assertThat(file.smallestUserKey()).as(context).isLessThanOrEqualTo(tombstone.begin());
            assertThat(file.largestUserKey()).as(context).isGreaterThanOrEqualTo(tombstone.end());
            assertThat(tombstone.sequence()).as(context).isBetween(file.smallestSequence(), file.largestSequence());
        }
    }

    private static int compare(Slice a, Slice b) {
        return InternalKey.compare(a.array(), a.offset(), a.length(), b.array(), b.offset(), b.length());
    }

    private void checkFiles() throws IOException {
        List<String> live = new ArrayList<>();
        for (int level = 0; level < version.levels(); level++) {
            version.level(level).forEach(file -> live.add("%06d.sst".formatted(file.number())));
        }
        assertThat(tables.files()).as(context).containsExactlyInAnyOrderElementsOf(live);
    }

    /** Returns the result of all writes visible to a reader. */
    private Map<Slice, Slice> replay(long reader) {
        TreeMap<Slice, Slice> living = new TreeMap<>();
        for (Write write : history) {
            if (write.sequence() > reader) {
                break;
            }
            switch (write.type()) {
                case PUT -> living.put(write.key(), value(write.key(), write.sequence()));
                case RANGE_DELETE -> living.subMap(write.key(), write.end()).clear();
                default -> living.remove(write.key());
            }
        }
        return living;
    }

    /** Merges all sources and evaluates them by sequence numbers. */
    private Map<Slice, Slice> scan(long reader) throws IOException {
        List<InternalIterator> sources = new ArrayList<>();
        List<RangeTombstones> deleted = new ArrayList<>();
        for (int level = 0; level < version.levels(); level++) {
            for (FileMetadata file : version.level(level)) {
                sources.add(tables.open().open(file).iterator());
                deleted.add(tables.open().open(file).tombstones());
            }
        }
        Map<Slice, Slice> living = new TreeMap<>();
        if (sources.isEmpty()) {
            return living;
        }
        try (DbIterator iterator =
                new DbIterator(MergingIterator.of(sources), deleted, reader, new Bounds(null, null), () -> {})) {
            for (iterator.seekToFirst(); iterator.isValid(); iterator.next()) {
                living.put(
                        Slice.of(iterator.key().toByteArray()),
                        Slice.of(iterator.value().toByteArray()));
            }
        }
        return living;
    }

    /** As in a lookup, the first file from the top that has the key decides. */
    private Slice get(Slice key, long reader) throws IOException {
        for (int level = 0; level < version.levels(); level++) {
            for (FileMetadata file : version.overlapping(level, key, key)) {
                long deletedAt = tables.open().open(file).tombstones().covering(key, reader);
                VersionedRow found = tables.rows(file).stream()
                        .filter(row -> row.key().equals(key) && row.sequence() <= reader)
                        .findFirst()
                        .orElse(null);
                if (found != null && found.sequence() >= deletedAt) {
                    return found.type() == EntryType.PUT ? found.value() : null;
                }
                if (deletedAt >= 0) {
                    return null;
                }
            }
        }
        return null;
    }
}
