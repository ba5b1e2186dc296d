package io.narrows.cli.db;

import io.narrows.storage.db.DbStatistics;
import java.util.List;

/**
 * How far one level of a family has come to the codec that it shall have.
 *
 * @param wanted the codec that a file has that is made now
 * @param wantedBytes sizes of the files that have it
 * @param otherBytes sizes of the files that have another one
 */
record Migration(String family, int level, String wanted, long wantedBytes, long otherBytes) {
    /** Of all levels that have files. */
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

    /** All of them together. */
    static Migration sum(List<Migration> migrations) {
        return new Migration(
                "all",
                -1,
                "",
                migrations.stream().mapToLong(Migration::wantedBytes).sum(),
                migrations.stream().mapToLong(Migration::otherBytes).sum());
    }

    /** The part that is done, 0 to 1; 1 where there is nothing to do. */
    double done() {
        return otherBytes == 0 ? 1 : (double) wantedBytes / (wantedBytes + otherBytes);
    }
}
