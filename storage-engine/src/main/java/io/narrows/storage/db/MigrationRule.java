package io.narrows.storage.db;

import io.narrows.codec.Codecs;
import io.narrows.storage.compaction.LevelTargets;
import io.narrows.storage.sst.compress.CompressionType;
import io.narrows.storage.version.FileMetadata;
import io.narrows.storage.version.Tables;
import java.io.IOException;
import java.util.function.Predicate;

/** Which files of the last level have another codec than a new one would have there. */
final class MigrationRule {
    private final Tables tables;
    private final Codecs codecs;

    MigrationRule(Tables tables, Codecs codecs) {
        this.tables = tables;
        this.codecs = codecs;
    }

    Predicate<FileMetadata> of(Family family) {
        int base = LevelTargets.of(family.version(), family.options().levels()).baseLevel();
        int last = family.version().levels() - 1;
        String wanted = CompressionType.of(
                        codecs.resolve(family.options().ladder().of(last, base, true))
                                .codec())
                .label();
        return file -> !codec(file).equals(wanted);
    }

    /** As the file says; the wanted one for a file that cannot be read, which is not for this to complain of. */
    private String codec(FileMetadata file) {
        try {
            return tables.open(file).reader().properties().codec();
        } catch (IOException e) {
            return "";
        }
    }
}
