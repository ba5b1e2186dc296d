package io.narrows.cli.db;

import io.narrows.cli.option.CompressionOptions;
import io.narrows.storage.db.Db;
import io.narrows.storage.db.DbOptions;
import io.narrows.storage.db.FamilyOptions;
import io.narrows.storage.db.FamilyStatistics;
import java.io.IOException;

/** Options of a database, as the verbs that write open it. */
final class Databases {
    private Databases() {}

    /**
     * Returns options for all families as the command line says, or with the codecs that each family has where it says nothing.
     *
     * @throws IOException when the database cannot be read
     */
    static DbOptions writing(Directory directory, CompressionOptions compression) throws IOException {
        DbOptions options = wanted(compression);
        if (compression.areGiven()) {
            return options;
        }
        try (Db db = directory.openToRead(options)) {
            for (FamilyStatistics family : db.statistics().families()) {
                options = options.withFamily(family.name(), KeptCodecs.of(family, FamilyOptions.DEFAULT));
            }
        }
        return options;
    }

    /** Returns options for all families as the command line says. */
    static DbOptions wanted(CompressionOptions compression) {
        FamilyOptions standard = FamilyOptions.DEFAULT;
        FamilyOptions family = standard.withCompressionPerLevel(compression.perLevel(standard.compressionPerLevel()));
        return DbOptions.defaults()
                .withOtherFamilies(compression
                        .bottommost()
                        .map(family::withBottommostCompression)
                        .orElse(family));
    }
}
