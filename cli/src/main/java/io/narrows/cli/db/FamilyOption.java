package io.narrows.cli.db;

import io.narrows.storage.ColumnFamily;
import io.narrows.storage.db.Db;
import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The {@code --family} option. */
final class FamilyOption {
    @Option(names = "--family", paramLabel = "NAME", description = "Column family. Default: default.")
    private @Nullable String name;

    /** @throws IOException if the database has no family of that name; the message lists the existing ones */
    ColumnFamily of(Db db) throws IOException {
        return named(db, name == null ? ColumnFamily.DEFAULT.name() : name);
    }

    static ColumnFamily named(Db db, String name) throws IOException {
        return db.family(name)
                .orElseThrow(() -> new IOException("no column family '" + name + "' (expected: " + names(db) + ")"));
    }

    private static String names(Db db) {
        List<ColumnFamily> families = db.families();
        return families.stream().map(ColumnFamily::name).collect(Collectors.joining(", "));
    }
}
