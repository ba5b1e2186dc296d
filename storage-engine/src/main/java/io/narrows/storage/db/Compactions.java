package io.narrows.storage.db;

import io.narrows.storage.compaction.Compaction;
import io.narrows.storage.compaction.CompactionPicker;
import io.narrows.storage.compaction.CompactionResult;
import io.narrows.storage.compaction.LevelTargets;
import io.narrows.storage.compaction.RangeCompaction;
import io.narrows.storage.version.FileMetadata;
import io.narrows.storage.version.VersionEdit;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Chooses compactions and runs them. The set of running ones changes only under the families' lock. */
final class Compactions {
    /** A compaction of a family, with the view that keeps its input files until it is done. */
    record Job(Family family, SuperVersion view, Compaction compaction) {}

    private final Families families;
    private final VersionSet versions;
    private final Snapshots snapshots;
    private final TableMaking making;
    private final MigrationRule migration;
    private final FilterRule filtering;
    private final Counters counters;
    private final List<Job> underWay = new ArrayList<>();

    /** Families under a manual compaction, where no automatic one may start. */
    private final Set<Integer> reserved = new HashSet<>();

    /** Number of threads that wait until all files that filters shrink are compacted. */
    private int filterWaiters;

    /** Whether the compaction that began last is of files that a filter shrinks. */
    private boolean filteredLast;

    Compactions(
            Families families,
            VersionSet versions,
            Snapshots snapshots,
            TableMaking making,
            MigrationRule migration,
            FilterRule filtering,
            Counters counters) {
        this.families = families;
        this.versions = versions;
        this.snapshots = snapshots;
        this.making = making;
        this.migration = migration;
        this.filtering = filtering;
        this.counters = counters;
    }

    /** Returns the most urgent compaction that can start and marks it as running; empty if there is none. */
    Optional<Job> next() {
        List<Family> open = families.all().stream()
                .filter(family -> !reserved.contains(family.handle().id()))
                .sorted((one, other) -> Double.compare(urgency(other), urgency(one)))
                .toList();
        Optional<Job> awaited = filterWaiters > 0 && !filteredLast ? first(open, this::filter) : Optional.empty();
        return awaited.or(() -> first(open, this::pick))
                .or(() -> first(open, this::filter))
                .or(() -> first(open, this::migrate));
    }

    private static Optional<Job> first(List<Family> families, Function<Family, Optional<Job>> kind) {
        return families.stream().flatMap(family -> kind.apply(family).stream()).findFirst();
    }

    private static double urgency(Family family) {
        LevelTargets targets =
                LevelTargets.of(family.version(), family.options().levels());
        double most = 0;
        for (int level = 0; level < family.version().levels() - 1; level++) {
            most = Math.max(most, targets.score(level));
        }
        return most;
    }

    private Optional<Job> pick(Family family) {
        return picker(family).pick(family.version(), busy(family)).map(compaction -> begin(family, compaction));
    }

    /** Begins to compact files that a filter shrinks, one compaction at a time. */
    private Optional<Job> filter(Family family) {
        return underWay.stream().anyMatch(Compactions::isOfFilter)
                ? Optional.empty()
                : filtering.next(family, busy(family)).map(compaction -> begin(family, compaction));
    }

    private static boolean isOfFilter(Job job) {
        return job.compaction().reason() == Compaction.Reason.FILTER;
    }

    /** Returns whether a family has files that its filter shrinks, or is compacting such files. */
    boolean isFiltering(Family family) {
        return filtering.next(family, Set.of()).isPresent()
                || underWay.stream().anyMatch(job -> job.family() == family && isOfFilter(job));
    }

    /** Makes every second compaction one of files that a filter shrinks, while there are such files, until the wait ends. */
    void beginAwaitFiltered() {
        filterWaiters++;
    }

    void endAwaitFiltered() {
        filterWaiters--;
    }

    /** Begins to rewrite files whose codec is outdated, only while no other compaction is running. */
    private Optional<Job> migrate(Family family) {
        if (!family.options().migrate() || !underWay.isEmpty()) {
            return Optional.empty();
        }
        return picker(family)
                .migrate(family.version(), busy(family), migration.of(family))
                .map(compaction -> begin(family, compaction));
    }

    static CompactionPicker picker(Family family) {
        return new CompactionPicker(family.options().levels(), family.options().ladder());
    }

    private Set<Long> busy(Family family) {
        return underWay.stream()
                .filter(job -> job.family() == family)
                .flatMap(job -> job.compaction().files().stream())
                .map(FileMetadata::number)
                .collect(Collectors.toSet());
    }

    private Job begin(Family family, Compaction compaction) {
        Job job = new Job(family, family.retain(), compaction);
        underWay.add(job);
        filteredLast = isOfFilter(job);
        return job;
    }

    /**
     * Reserves a family for a manual compaction, so that no other one starts there. Returns false if it is already reserved.
     */
    boolean tryReserve(Family family) {
        return reserved.add(family.handle().id());
    }

    /** Returns whether no compaction of the family is running. */
    boolean isIdle(Family family) {
        return underWay.stream().noneMatch(job -> job.family() == family);
    }

    void giveBack(Family family) {
        reserved.remove(family.handle().id());
    }

    /** Returns the next step of a range compaction of a reserved family; empty when the range is done. */
    Optional<Job> next(Family family, RangeCompaction range) {
        return family.isDropped()
                ? Optional.empty()
                : range.next(family.version(), busy(family)).map(compaction -> begin(family, compaction));
    }

    /** Marks a job as no longer running. */
    void done(Job job) {
        underWay.remove(job);
        job.view().release();
    }

    boolean isIdle() {
        return underWay.isEmpty();
    }

    /** Runs a job; call without the lock. */
    void run(Job job) throws IOException {
        Family family = job.family();
        int id = family.handle().id();
        CompactionResult result =
                making.compact(family.handle(), family.options(), job.compaction(), snapshots::sequences);
        versions.apply(
                state -> state.families().containsKey(id) ? List.of(result.edit()) : List.<VersionEdit>of(),
                state -> families.change(
                        family,
                        view -> families.view(
                                view.active(), view.sealed(), state.family(id).version())));
        if (!job.compaction().trivialMove()) {
            counters.compacted(
                    job.compaction().outputLevel(),
                    result.bytesRead(),
                    result.bytesWritten(),
                    result.entriesDropped(),
                    result.micros());
        }
    }
}
