package io.narrows.cli.db;

import io.narrows.storage.db.DbStatistics;
import java.util.List;

/**
 * Progress of one level of a family toward its configured codec.
 *
 * @param wanted the codec of new files
 * @param wantedBytes total size of the files with that codec
 * @param otherBytes total size of the files with a different codec
 */
record Migration(String family, int level, String wanted, long wantedBytes, long otherBytes) {
    /** Returns the progress of all levels that have files. */
    static List<Migration> of(DbStatistics statistics) {
        return statistics.families().stream()
                .flatMap(family -> family.levels().stream()
                        .filter(level -> level.files() > 0)
                        .map(level -> new Migration(
                                family.name(),
                                level.level(),
                                level.wantedCodec(),
                                level.storedBytes() - level.unmigratedBytes(),
                                level.unmigratedBytes())))
                .toList();
    }

    /** Returns the total. */
    static Migration sum(List<Migration> migrations) {
        return new Migration(
                "all",
                -1,
                "",
                migrations.stream().mapToLong(Migration::wantedBytes).sum(),
                migrations.stream().mapToLong(Migration::otherBytes).sum());
    }

    /** Returns the finished fraction, 0 to 1; 1 if there is nothing to do. */
    double done() {
        return otherBytes == 0 ? 1 : (double) wantedBytes / (wantedBytes + otherBytes);
    }
}
