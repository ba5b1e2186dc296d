package io.narrows.storage.db;

import io.narrows.codec.CodecSpec;
import io.narrows.codec.Codecs;
import io.narrows.storage.compaction.LevelTargets;
import io.narrows.storage.compaction.StoredCompression;
import io.narrows.storage.version.FileMetadata;
import io.narrows.storage.version.Tables;
import io.narrows.storage.version.Version;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;

/** Finds files whose codec differs from the one that new files of their level get. */
final class MigrationRule {
    private final Tables tables;
    private final Codecs codecs;

    MigrationRule(Tables tables, Codecs codecs) {
        this.tables = tables;
        this.codecs = codecs;
    }

    Predicate<FileMetadata> of(Family family) {
        Map<Long, CodecSpec> wanted = wanted(family.version(), family.options());
        return file -> {
            CodecSpec spec = wanted.get(file.number());
            return spec != null && isOutdated(file, spec);
        };
    }

    /** Returns the wanted codec of each file below level 0, by file number. */
    private Map<Long, CodecSpec> wanted(Version version, FamilyOptions options) {
        int base = LevelTargets.of(version, options.levels()).baseLevel();
        Map<Long, CodecSpec> wanted = new HashMap<>();
        boolean bottommost = true;
        for (int level = version.levels() - 1; level > 0; level--) {
            CodecSpec spec = codecs.resolve(options.ladder().of(level, base, bottommost));
            for (FileMetadata file : version.level(level)) {
                wanted.put(file.number(), spec);
                bottommost = false;
            }
        }
        return wanted;
    }

    private boolean isOutdated(FileMetadata file, CodecSpec wanted) {
        try {
            return !StoredCompression.isAs(tables.properties(file), wanted);
        } catch (IOException e) {
            return false; // leave an unreadable file for readers to report
        }
    }
}
