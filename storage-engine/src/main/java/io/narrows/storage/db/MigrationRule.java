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

/** Which files have another codec than new ones would have at their level. */
final class MigrationRule {
    private final Tables tables;
    private final Codecs codecs;

    MigrationRule(Tables tables, Codecs codecs) {
        this.tables = tables;
        this.codecs = codecs;
    }

    Predicate<FileMetadata> of(Family family) {
        Map<Long, CodecSpec> wanted = wanted(family.version(), family.options());
        return file -> isOutdated(file, wanted.get(file.number()));
    }

    /** The codec that each file of a level below 0 would have, by the number of the file. */
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
            return false; // a file that cannot be read is for those to complain of who need it
        }
    }
}
