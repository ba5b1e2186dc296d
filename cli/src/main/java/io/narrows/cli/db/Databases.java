package io.narrows.cli.db;

import io.narrows.storage.db.Db;
import io.narrows.storage.db.DbOptions;
import io.narrows.storage.db.FamilyOptions;
import io.narrows.storage.db.FamilyStatistics;
import io.narrows.terminal.option.CompressionOptions;
import java.io.IOException;

/** Options for the verbs that write databases. */
final class Databases {
    private Databases() {}

    /**
     * Returns options for all families from the command line; codecs that it does not name default to those that each
     * family already has.
     *
     * @throws IOException if the database cannot be read
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

    /** Returns options for all families from the command line. */
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
