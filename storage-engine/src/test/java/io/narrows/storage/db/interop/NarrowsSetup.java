package io.narrows.storage.db.interop;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.storage.compaction.LevelOptions;
import io.narrows.storage.db.DbOptions;
import io.narrows.storage.db.FamilyOptions;
import io.narrows.storage.sst.TableOptions;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Options for opening one of our databases. Immutable. */
public record NarrowsSetup(String name, DbOptions database, FamilyOptions family) {
    public static final NarrowsSetup DEFAULTS =
            new NarrowsSetup("defaults", DbOptions.defaults(), FamilyOptions.DEFAULT);

    /** Files small enough for many of them on several levels. */
    public static final NarrowsSetup SMALL = DEFAULTS.family(
            "small files",
            options -> options.withWriteBufferSize(64 << 10)
                    .withLevels(LevelOptions.DEFAULT
                            .withLevel0FileNumCompactionTrigger(3)
                            .withTargetFileSize(64 << 10, 1)
                            .withMaxBytesForLevel(128 << 10, 3))
                    .withTable(TableOptions.DEFAULT.withBlockSize(1 << 10)));

    NarrowsSetup family(String newName, UnaryOperator<FamilyOptions> change) {
        return new NarrowsSetup(newName, database, change.apply(family));
    }

    NarrowsSetup table(String newName, UnaryOperator<TableOptions> change) {
        return family(newName, options -> options.withTable(change.apply(options.table())));
    }

    public NarrowsSetup database(String newName, UnaryOperator<DbOptions> change) {
        return new NarrowsSetup(newName, change.apply(database), family);
    }

    static Stream<NarrowsSetup> all() {
        return Stream.concat(
                readByOldRocksDb(), Stream.of(SMALL.table("format 7", table -> table.withFormatVersion(7))));
    }

    /** The setups that RocksDB 7.8 can read as well. */
    static Stream<NarrowsSetup> readByOldRocksDb() {
        Stream<NarrowsSetup> codecs = Stream.of(Codec.GZIP, Codec.LZ4HC)
                .map(codec -> SMALL.family(codec.label(), options -> options.withCompression(CodecSpec.of(codec))));
        Stream<NarrowsSetup> others = Stream.of(
                DEFAULTS,
                SMALL,
                SMALL.family("a codec for each level", NarrowsSetup::ladder),
                SMALL.family("zstd with dictionaries", NarrowsSetup::dictionaries),
                SMALL.table("no filter", table -> table.withBloomBitsPerKey(0)),
                SMALL.database(
                        "many threads",
                        database -> database.withBackgroundJobs(4).withCompressionThreads(2)));
        return Stream.concat(codecs, others);
    }

    /** The setups whose files are laid out differently after a full compaction. */
    static Stream<NarrowsSetup> compacted() {
        return Stream.of(DEFAULTS, SMALL, SMALL.family("a codec for each level", NarrowsSetup::ladder));
    }

    private static FamilyOptions ladder(FamilyOptions options) {
        return options.withCompressionPerLevel(Stream.of(Codec.NONE, Codec.LZ4, Codec.SNAPPY)
                        .map(CodecSpec::of)
                        .toList())
                .withBottommostCompression(CodecSpec.of(Codec.ZSTD, 3));
    }

    private static FamilyOptions dictionaries(FamilyOptions options) {
        return options.withCompressionPerLevel(List.of(CodecSpec.of(Codec.ZSTD)))
                .withTable(options.table().withDictionary(4 << 10, 64 << 10));
    }

    DbOptions options() {
        return database.withOtherFamilies(family);
    }

    @Override
    public String toString() {
        return name;
    }
}
