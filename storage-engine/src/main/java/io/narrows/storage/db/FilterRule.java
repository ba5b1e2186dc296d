package io.narrows.storage.db;

import io.narrows.storage.compaction.Compaction;
import io.narrows.storage.compaction.CompactionFilter;
import io.narrows.storage.compaction.CompactionFilterFactory;
import io.narrows.storage.sst.TableProperties;
import io.narrows.storage.version.FileMetadata;
import io.narrows.storage.version.Tables;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** Finds files that are worth a compaction because of the filter of their family. */
final class FilterRule {
    private final Tables tables;
    private final Snapshots snapshots;

    FilterRule(Tables tables, Snapshots snapshots) {
        this.tables = tables;
        this.snapshots = snapshots;
    }

    /** @param busy numbers of busy files */
    Optional<Compaction> next(Family family, Set<Long> busy) {
        return family.options().compactionFilter().flatMap(filters -> next(family, busy, filters));
    }

    private Optional<Compaction> next(Family family, Set<Long> busy, CompactionFilterFactory filters) {
        long newestProtected = snapshots.newestBefore(filters.sequence()).orElse(CompactionFilter.NOTHING_PROTECTED);
        Predicate<FileMetadata> unprotected = file -> file.largestSequence() > newestProtected;
        return Compactions.picker(family)
                .filtered(
                        family.version(),
                        busy,
                        unprotected.and(of(file -> filters.shrinks(file, newestProtected))),
                        unprotected.and(of(filters::supersedes)),
                        this::entries);
    }

    /** Returns whether a snapshot delays that a filter of the family drops what is obsolete. */
    static boolean isProtectedBy(long snapshot, Family family) {
        return family.options()
                .compactionFilter()
                .filter(filters -> snapshot < filters.sequence())
                .isPresent();
    }

    private long entries(FileMetadata file) {
        try {
            return tables.properties(file).entries();
        } catch (IOException e) {
            return 0;
        }
    }

    private Predicate<FileMetadata> of(Predicate<TableProperties> rule) {
        return file -> {
            try {
                return rule.test(tables.properties(file));
            } catch (IOException e) {
                return false; // leave an unreadable file for readers to report
            }
        };
    }
}
