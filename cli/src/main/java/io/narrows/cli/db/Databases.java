package io.narrows.cli.db;

import io.narrows.cli.option.CompressionOptions;
import io.narrows.storage.db.DbOptions;
import io.narrows.storage.db.FamilyOptions;

/** Options of a database, as the verbs that write open it. */
final class Databases {
    private Databases() {}

    /** All families are kept as the command line says. */
    static DbOptions writing(CompressionOptions compression) {
        FamilyOptions standard = FamilyOptions.DEFAULT;
        FamilyOptions family = standard.withCompressionPerLevel(compression.perLevel(standard.compressionPerLevel()));
        return DbOptions.defaults()
                .withOtherFamilies(compression
                        .bottommost()
                        .map(family::withBottommostCompression)
                        .orElse(family));
    }
}
