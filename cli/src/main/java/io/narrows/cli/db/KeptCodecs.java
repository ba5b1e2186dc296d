package io.narrows.cli.db;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.storage.db.CodecStatistics;
import io.narrows.storage.db.FamilyOptions;
import io.narrows.storage.db.FamilyStatistics;
import io.narrows.storage.db.LevelStatistics;
import io.narrows.storage.sst.compress.CompressionType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The codecs of a family's files: for each level, the codec of most of its bytes. Files do not record the compression level
 * of their codec, so it is the codec's default.
 */
final class KeptCodecs {
    private KeptCodecs() {}

    /** Returns these options with the codecs of the family's files, if it has any. */
    static FamilyOptions of(FamilyStatistics family, FamilyOptions standard) {
        List<LevelStatistics> filled =
                family.levels().stream().filter(level -> level.files() > 0).toList();
        if (filled.isEmpty()) {
            return standard;
        }
        List<CodecSpec> perLevel = new ArrayList<>();
        if (filled.get(0).level() > 0) {
            perLevel.add(codec(filled.get(0), standard));
        }
        filled.forEach(level -> perLevel.add(codec(level, standard)));
        return standard.withCompressionPerLevel(perLevel)
                .withBottommostCompression(codec(filled.get(filled.size() - 1), standard));
    }

    private static CodecSpec codec(LevelStatistics level, FamilyOptions standard) {
        return level.codecs().stream()
                .max(Comparator.comparingLong(CodecStatistics::storedBytes))
                .flatMap(codec -> named(codec.codec()))
                .map(CodecSpec::of)
                .orElse(standard.compressionPerLevel().get(0));
    }

    /** Returns a codec; empty if it cannot be written. */
    private static Optional<Codec> named(String label) {
        return Arrays.stream(CompressionType.values())
                .filter(type -> type.label().equals(label))
                .findAny()
                .flatMap(CompressionType::codec)
                .filter(Codec.ofBlocks()::contains);
    }
}
