package io.narrows.storage.compaction;

import io.narrows.storage.Slice;
import io.narrows.storage.version.FileMetadata;
import io.narrows.storage.version.Version;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Picks the next compaction of a family. It is stateless: its results depend only on the version and the busy files,
 * i.e. those of all running compactions. Immutable and thread-safe.
 *
 * <p>Two compactions never write into the same range of a level: each begins with one file and takes all that overlap,
 * so its files cover its range without a gap, and another compaction that touches the range finds a busy file. Level 0
 * is the exception, because its files are not in the level that they are written to; it is limited to one compaction at
 * a time.
 */
public final class CompactionPicker {
    private final LevelOptions options;
    private final CompressionLadder ladder;

    public CompactionPicker(LevelOptions options, CompressionLadder ladder) {
        this.options = options;
        this.ladder = ladder;
    }

    /**
     * Returns a compaction of the level with the highest score that is not blocked; empty if no level needs one, or all
     * that do must wait for running ones.
     *
     * @param busy numbers of busy files
     */
    public Optional<Compaction> pick(Version version, Set<Long> busy) {
        LevelTargets targets = LevelTargets.of(version, options, busy);
        CompactionPlan plan = plan(version, busy, targets);
        return IntStream.range(0, version.levels() - 1)
                .boxed()
                .filter(level -> targets.score(level) >= 1)
                .sorted(Comparator.comparingDouble(targets::score).reversed())
                .flatMap(level -> due(version, level, busy, plan).stream())
                .findFirst();
    }

    private Optional<Compaction> due(Version version, int level, Set<Long> busy, CompactionPlan plan) {
        List<FileMetadata> files = version.level(level);
        if (level == 0) {
            return ofLevel0(files, files, busy, plan, Compaction.Reason.LEVEL_0);
        }
        return OverlapRatio.ascending(files, version.level(level + 1)).stream()
                .flatMap(file -> plan.down(level, List.of(file), Compaction.Reason.LEVEL_SIZE).stream())
                .findFirst();
    }

    /** Compacts the oldest of some files with all that overlap it. */
    private static Optional<Compaction> ofLevel0(
            List<FileMetadata> all,
            List<FileMetadata> files,
            Set<Long> busy,
            CompactionPlan plan,
            Compaction.Reason reason) {
        boolean barred = files.isEmpty() || all.stream().anyMatch(file -> busy.contains(file.number()));
        return barred ? Optional.empty() : plan.down(0, List.of(files.get(files.size() - 1)), reason);
    }

    /**
     * Returns a compaction of the first file of a level that overlaps a range, with all files that must or may be
     * compacted with it. The output goes to the level below, or stays in the level if no lower level overlaps the
     * range. {@link RangeCompaction} uses this for every level.
     *
     * @param begin the first user key, null for no lower bound
     * @param end the last user key, null for no upper bound
     * @return empty if the level has no files in the range, or a required file is busy
     */
    public Optional<Compaction> manual(
            Version version, int level, @Nullable Slice begin, @Nullable Slice end, Set<Long> busy) {
        KeyRange range = new KeyRange(begin, end, false);
        return manual(version, level, range, nothingBelow(version, level, range), busy, file -> true);
    }

    /**
     * @param lowest whether the compaction of the range ends at this level
     * @param wanted at level 0 and at the lowest level, selects the files to compact
     */
    Optional<Compaction> manual(
            Version version,
            int level,
            KeyRange range,
            boolean lowest,
            Set<Long> busy,
            Predicate<FileMetadata> wanted) {
        CompactionPlan plan = plan(version, busy, LevelTargets.of(version, options));
        List<FileMetadata> files = range.in(version, level);
        if (level == 0) {
            List<FileMetadata> some = files.stream().filter(wanted).toList();
            return ofLevel0(version.level(0), some, busy, plan, Compaction.Reason.MANUAL);
        }
        Optional<FileMetadata> first =
                files.stream().filter(file -> !lowest || wanted.test(file)).findFirst();
        return first.map(List::of)
                .flatMap(some -> lowest
                        ? plan.anew(level, some, Compaction.Reason.MANUAL)
                        : plan.down(level, some, Compaction.Reason.MANUAL));
    }

    /**
     * Returns a compaction that rewrites files as they would be written now, the deepest level first; level 0 is left
     * out, because its files move down soon. Call it when {@link #pick} returns nothing.
     *
     * @param outdated whether a file needs a rewrite; must be false for a newly written file, or it is rewritten forever
     */
    public Optional<Compaction> migrate(Version version, Set<Long> busy, Predicate<FileMetadata> outdated) {
        CompactionPlan plan = plan(version, busy, LevelTargets.of(version, options, busy));
        return rewritten(version, busy, plan, outdated, Compaction.Reason.MIGRATION);
    }

    /**
     * Returns a compaction of files that a filter shrinks enough, the deepest level first. Files of level 0 go down, others are
     * rewritten in their level.
     *
     * @param shrinking whether a filter would drop enough of a file
     * @param superseding whether most entries of a file may let a filter drop older ones beneath. Such files go down when the
     *     {@link SinkRule} finds that worth it
     * @param entries number of entries of a file
     */
    public Optional<Compaction> filtered(
            Version version,
            Set<Long> busy,
            Predicate<FileMetadata> shrinking,
            Predicate<FileMetadata> superseding,
            ToLongFunction<FileMetadata> entries) {
        CompactionPlan plan = plan(version, busy, LevelTargets.of(version, options, busy));
        SinkRule rule = new SinkRule(entries);
        return rewritten(version, busy, plan, shrinking, Compaction.Reason.FILTER)
                .or(() -> filteredOfLevel0(version, busy, plan, shrinking, superseding, rule))
                .or(() -> sinking(version, busy, plan, superseding, rule));
    }

    private static Optional<Compaction> filteredOfLevel0(
            Version version,
            Set<Long> busy,
            CompactionPlan plan,
            Predicate<FileMetadata> shrinking,
            Predicate<FileMetadata> superseding,
            SinkRule rule) {
        List<FileMetadata> newest = version.level(0);
        List<FileMetadata> going = newest.stream().filter(shrinking).toList();
        if (going.isEmpty()) {
            List<FileMetadata> above = newest.stream().filter(superseding).toList();
            if (!above.isEmpty()) {
                List<FileMetadata> beneath = KeyRange.of(above).in(version, plan.below(0));
                going = rule.isWorthIt(above, beneath) ? above : going;
            }
        }
        return ofLevel0(newest, going, busy, plan, Compaction.Reason.FILTER);
    }

    /** Takes a file down that lets a filter drop older entries beneath, level 0 left out; the deepest level first. */
    private static Optional<Compaction> sinking(
            Version version, Set<Long> busy, CompactionPlan plan, Predicate<FileMetadata> superseding, SinkRule rule) {
        return IntStream.iterate(version.levels() - 2, level -> level > 0, level -> level - 1)
                .boxed()
                .flatMap(level -> version.level(level).stream()
                        .filter(file -> !busy.contains(file.number()) && superseding.test(file))
                        .filter(file -> sinks(version, level, file, rule))
                        .flatMap(file -> plan.down(level, List.of(file), Compaction.Reason.FILTER).stream()))
                .findFirst();
    }

    /** Returns whether a file is worth a compaction with the files beneath it in the next level that has any. */
    private static boolean sinks(Version version, int level, FileMetadata file, SinkRule rule) {
        List<FileMetadata> above = List.of(file);
        KeyRange range = KeyRange.of(above);
        for (int below = level + 1; below < version.levels(); below++) {
            List<FileMetadata> beneath = range.in(version, below);
            if (!beneath.isEmpty()) {
                return rule.isWorthIt(above, beneath);
            }
        }
        return false;
    }

    /** Rewrites a file of the deepest level that has one, level 0 left out. */
    private static Optional<Compaction> rewritten(
            Version version,
            Set<Long> busy,
            CompactionPlan plan,
            Predicate<FileMetadata> wanted,
            Compaction.Reason reason) {
        return IntStream.iterate(version.levels() - 1, level -> level > 0, level -> level - 1)
                .boxed()
                .flatMap(level -> version.level(level).stream()
                        .filter(file -> !busy.contains(file.number()) && wanted.test(file))
                        .flatMap(file -> plan.anew(level, List.of(file), reason).stream()))
                .findFirst();
    }

    private CompactionPlan plan(Version version, Set<Long> busy, LevelTargets targets) {
        return new CompactionPlan(version, busy, options, ladder, targets.baseLevel());
    }

    /**
     * Returns whether no level below has files in a range; always false for level 0, where files are never rewritten in
     * place.
     */
    static boolean nothingBelow(Version version, int level, KeyRange range) {
        return level > 0
                && IntStream.range(level + 1, version.levels())
                        .allMatch(below -> range.in(version, below).isEmpty());
    }
}
