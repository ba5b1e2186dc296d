package io.narrows.storage.db;

import io.narrows.codec.CodecSpec;
import io.narrows.codec.Codecs;
import io.narrows.storage.compaction.LevelTargets;
import io.narrows.storage.compaction.StoredCompression;
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
        CodecSpec wanted = codecs.resolve(family.options().ladder().of(last, base, true));
        return file -> isOutdated(file, wanted);
    }

    private boolean isOutdated(FileMetadata file, CodecSpec wanted) {
        try {
            return !StoredCompression.isAs(tables.open(file).reader().properties(), wanted);
        } catch (IOException e) {
            return false; // a file that cannot be read is for those to complain of who need it
        }
    }
}
