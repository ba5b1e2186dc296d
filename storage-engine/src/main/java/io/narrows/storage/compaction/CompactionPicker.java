package io.narrows.storage.compaction;

import io.narrows.storage.Slice;
import io.narrows.storage.version.FileMetadata;
import io.narrows.storage.version.Version;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * Says what of a family is to be compacted next. It keeps nothing: each answer comes of the version and of the files that
 * are busy, those of all compactions that are under way. Immutable; safe for use by many threads.
 *
 * <p>Two compactions never write into the same range of a level: each begins with one file, and takes in what overlaps, so
 * that its files cover its range without a gap, and another one that meets the range meets a busy file. Only in level 0,
 * whose files are not in the level that they are written to, there is one compaction at a time.
 */
public final class CompactionPicker {
    private final LevelOptions options;
    private final CompressionLadder ladder;

    public CompactionPicker(LevelOptions options, CompressionLadder ladder) {
        this.options = options;
        this.ladder = ladder;
    }

    /**
     * What the level with the highest score needs that is not held up by others; empty when no level needs anything, or
     * everything that is needed waits for what is under way.
     *
     * @param busy numbers of files
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

    /** The oldest of some files, with all that overlap it. */
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
     * The first file of a level that overlaps a range, with all that must or may go along: to the level below, or written anew
     * if no level below has any of the range. {@link RangeCompaction} goes through all levels with it.
     *
     * @param begin the first user key, null is open
     * @param end the last user key, null is open
     * @return empty when the level has nothing of the range, or a file that must go along is busy
     */
    public Optional<Compaction> manual(Version version, int level, Slice begin, Slice end, Set<Long> busy) {
        KeyRange range = new KeyRange(begin, end, false);
        return manual(version, level, range, nothingBelow(version, level, range), busy, file -> true);
    }

    /**
     * @param lowest whether the level is the one where the compaction of a range ends
     * @param wanted of level 0 and of the lowest level: the files that it is about
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
     * Files that would be written in another way today, the deepest level first; level 0 is left out, it goes down soon.
     * Ask for it when {@link #pick} has nothing.
     *
     * @param outdated whether a file is one of them; it must not be so of a file just written, or it is written for ever
     */
    public Optional<Compaction> migrate(Version version, Set<Long> busy, Predicate<FileMetadata> outdated) {
        CompactionPlan plan = plan(version, busy, LevelTargets.of(version, options, busy));
        return IntStream.iterate(version.levels() - 1, level -> level > 0, level -> level - 1)
                .boxed()
                .flatMap(level -> version.level(level).stream()
                        .filter(file -> !busy.contains(file.number()) && outdated.test(file))
                        .flatMap(file -> plan.anew(level, List.of(file), Compaction.Reason.MIGRATION).stream()))
                .findFirst();
    }

    private CompactionPlan plan(Version version, Set<Long> busy, LevelTargets targets) {
        return new CompactionPlan(version, busy, options, ladder, targets.baseLevel());
    }

    /** Whether no level below one has files of a range; never so of level 0, which nothing is written anew in. */
    static boolean nothingBelow(Version version, int level, KeyRange range) {
        return level > 0
                && IntStream.range(level + 1, version.levels())
                        .allMatch(below -> range.in(version, below).isEmpty());
    }
}
