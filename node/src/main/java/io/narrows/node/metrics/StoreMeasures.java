package io.narrows.node.metrics;

import static io.narrows.node.metrics.Measure.counter;
import static io.narrows.node.metrics.Measure.gauge;

import io.micrometer.core.instrument.Tags;
import io.narrows.storage.db.CodecStatistics;
import io.narrows.storage.db.CompactionStatistics;
import io.narrows.storage.db.DbStatistics;
import io.narrows.storage.db.FamilyStatistics;
import io.narrows.storage.db.LevelStatistics;
import io.narrows.storage.db.StallReason;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** All measures of a store. */
final class StoreMeasures {
    private static final String BYTES = "bytes";
    private static final String SECONDS = "seconds";
    private static final String NO_UNIT = "";
    private static final double MICROS_PER_SECOND = 1e6;

    private StoreMeasures() {}

    /** @param usdPerByteMonth price of storage */
    static List<Group<?>> of(double usdPerByteMonth) {
        return List.of(
                new Group<>(ofWrites(), StoreMeasures::whole),
                new Group<>(ofReads(), StoreMeasures::whole),
                new Group<>(ofItsState(usdPerByteMonth), StoreMeasures::whole),
                new Group<>(familyMeasures(usdPerByteMonth), StoreMeasures::families),
                new Group<>(levelMeasures(), StoreMeasures::levels),
                new Group<>(codecMeasures(), StoreMeasures::codecs),
                new Group<>(ofCompactions(), StoreMeasures::compactions),
                new Group<>(ofStalls(), StoreMeasures::stalls));
    }

    private static List<Measure<DbStatistics>> ofWrites() {
        return List.of(
                counter(
                        "user.written",
                        BYTES,
                        "Bytes that users wrote: keys, values and a small overhead per entry.",
                        db -> db.writes().userBytes()),
                counter(
                        "wal",
                        BYTES,
                        "Bytes appended to the database's write-ahead log; 0 in a store, whose only log is the Raft log.",
                        db -> db.writes().logBytes()),
                counter(
                        "wal.syncs",
                        NO_UNIT,
                        "Syncs of the database's write-ahead log; 0 in a store, whose only log is the Raft log.",
                        db -> db.writes().logSyncs()),
                counter(
                        "write.slowdowns",
                        NO_UNIT,
                        "Writes delayed to prevent a stall.",
                        db -> db.writes().slowdowns()),
                counter(
                        "flushes",
                        NO_UNIT,
                        "Memtables flushed.",
                        db -> db.flushes().flushes()),
                counter(
                        "flush.written",
                        BYTES,
                        "Bytes of the files written by flushes.",
                        db -> db.flushes().bytesWritten()),
                counter(
                        "flush",
                        SECONDS,
                        "Time spent on flushes.",
                        db -> db.flushes().micros() / MICROS_PER_SECOND),
                gauge(
                        "write.amplification",
                        NO_UNIT,
                        "Bytes written to the database's log and by flushes and compactions, per byte that users wrote.",
                        DbStatistics::writeAmplification));
    }

    private static List<Measure<DbStatistics>> ofReads() {
        return List.of(
                counter(
                        "block.cache.hits",
                        NO_UNIT,
                        "Data blocks found in the block cache.",
                        db -> db.blockCache().hits()),
                counter(
                        "block.cache.misses",
                        NO_UNIT,
                        "Data blocks not found in the block cache.",
                        db -> db.blockCache().misses()),
                gauge(
                        "block.cache",
                        BYTES,
                        "Size of the block cache's contents.",
                        db -> db.blockCache().weight()),
                gauge(
                        "block.cache.limit",
                        BYTES,
                        "Capacity of the block cache.",
                        db -> db.blockCache().capacity()),
                counter(
                        "bloom.useful",
                        NO_UNIT,
                        "File lookups that a Bloom filter avoided.",
                        db -> db.bloom().useful()),
                counter(
                        "bloom.passed",
                        NO_UNIT,
                        "File lookups that a Bloom filter allowed.",
                        db -> db.bloom().passed()),
                counter(
                        "bloom.false.positives",
                        NO_UNIT,
                        "File lookups that a Bloom filter allowed although the key was absent (false positives).",
                        db -> db.bloom().falsePositives()));
    }

    private static List<Measure<DbStatistics>> ofItsState(double usdPerByteMonth) {
        return List.of(
                gauge("running.jobs", NO_UNIT, "Flushes and compactions in progress.", DbStatistics::runningJobs),
                gauge(
                        "sequence",
                        NO_UNIT,
                        "Sequence number of the last write visible to readers.",
                        DbStatistics::sequence),
                gauge("snapshots", NO_UNIT, "Open snapshots.", DbStatistics::snapshots),
                counter(
                        "background.errors",
                        NO_UNIT,
                        "Flushes, compactions and manifest writes that failed.",
                        db -> db.backgroundErrors()),
                gauge(
                        "writes.refused",
                        NO_UNIT,
                        "1 while a background error stops writes.",
                        db -> db.writesRefused() ? 1 : 0),
                gauge(
                        "tariff.usd.per.byte.month",
                        NO_UNIT,
                        "Price of storing one byte for a month, in US dollars.",
                        db -> usdPerByteMonth));
    }

    private static List<Measure<FamilyStatistics>> familyMeasures(double usdPerByteMonth) {
        return List.of(
                gauge("memtable", BYTES, "Memory used by memtables.", FamilyStatistics::memtableBytes),
                gauge(
                        "immutable.memtables",
                        NO_UNIT,
                        "Memtables waiting to be flushed.",
                        FamilyStatistics::immutableMemtables),
                gauge(
                        "pending.compaction",
                        BYTES,
                        "Estimated bytes to compact until each level is within its target size.",
                        FamilyStatistics::pendingCompactionBytes),
                gauge(
                        "stored.usd.per.month",
                        NO_UNIT,
                        "Monthly storage cost of the files, in US dollars.",
                        family -> family.storedBytes() * usdPerByteMonth),
                gauge(
                        "saved.usd.per.month",
                        NO_UNIT,
                        "Monthly storage cost that compression saves, in US dollars.",
                        family -> (family.logicalBytes() - family.storedBytes()) * usdPerByteMonth));
    }

    private static List<Measure<LevelStatistics>> levelMeasures() {
        return List.of(gauge(
                "unmigrated",
                BYTES,
                "Files whose codec differs from the one configured for their level.",
                LevelStatistics::unmigratedBytes));
    }

    private static List<Measure<CodecStatistics>> codecMeasures() {
        return List.of(
                gauge("files", NO_UNIT, "Files.", CodecStatistics::files),
                gauge(
                        "logical",
                        BYTES,
                        "Uncompressed size of the keys and values in files.",
                        CodecStatistics::logicalBytes),
                gauge("stored", BYTES, "Size of the files.", CodecStatistics::storedBytes));
    }

    private static List<Measure<CompactionStatistics>> ofCompactions() {
        return List.of(
                counter("compactions", NO_UNIT, "Compactions into the level.", CompactionStatistics::compactions),
                counter(
                        "compaction.read",
                        BYTES,
                        "Bytes of the files read by compactions.",
                        CompactionStatistics::bytesRead),
                counter(
                        "compaction.written",
                        BYTES,
                        "Bytes of the files written by compactions.",
                        CompactionStatistics::bytesWritten),
                counter(
                        "compaction",
                        SECONDS,
                        "Time spent on compactions.",
                        level -> level.micros() / MICROS_PER_SECOND),
                counter(
                        "compaction.dropped.entries",
                        NO_UNIT,
                        "Overwritten, deleted or obsolete entries that compactions dropped.",
                        CompactionStatistics::entriesDropped));
    }

    private static List<Measure<Long>> ofStalls() {
        return List.of(counter(
                "stall",
                SECONDS,
                "Time that writes waited, including delays to prevent a stall.",
                micros -> micros / MICROS_PER_SECOND));
    }

    private static Map<Tags, DbStatistics> whole(DbStatistics database) {
        return Map.of(Tags.empty(), database);
    }

    private static Map<Tags, FamilyStatistics> families(DbStatistics database) {
        Map<Tags, FamilyStatistics> parts = new HashMap<>();
        database.families().forEach(family -> parts.put(Tags.of("family", family.name()), family));
        return parts;
    }

    private static Map<Tags, LevelStatistics> levels(DbStatistics database) {
        Map<Tags, LevelStatistics> parts = new HashMap<>();
        families(database)
                .forEach((tags, family) ->
                        family.levels().forEach(level -> parts.put(tags.and("level", name(level.level())), level)));
        return parts;
    }

    private static Map<Tags, CodecStatistics> codecs(DbStatistics database) {
        Map<Tags, CodecStatistics> parts = new HashMap<>();
        levels(database)
                .forEach((tags, level) ->
                        level.codecs().forEach(codec -> parts.put(tags.and("codec", codec.codec()), codec)));
        return parts;
    }

    private static Map<Tags, CompactionStatistics> compactions(DbStatistics database) {
        Map<Tags, CompactionStatistics> parts = new HashMap<>();
        database.compactions().forEach(level -> parts.put(Tags.of("level", name(level.outputLevel())), level));
        return parts;
    }

    private static Map<Tags, Long> stalls(DbStatistics database) {
        Map<Tags, Long> parts = new HashMap<>();
        Map<StallReason, Long> micros = database.writes().stallMicros();
        micros.forEach((reason, time) -> parts.put(Tags.of("reason", reason.label()), time));
        return parts;
    }

    private static String name(int level) {
        return Integer.toString(level);
    }
}
