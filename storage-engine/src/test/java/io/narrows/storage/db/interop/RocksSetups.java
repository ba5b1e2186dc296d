package io.narrows.storage.db.interop;

import java.util.List;
import java.util.stream.Stream;

/** RocksDB setups with non-default options, whose directories must be readable nevertheless. */
final class RocksSetups {
    /** The codecs that are not in the setup {@code a codec for each level}. */
    private static final List<String> CODECS = List.of("kBZip2Compression", "kLZ4HCCompression");

    private RocksSetups() {}

    static Stream<RocksSetup> all() {
        return Stream.of(
                        Stream.of(RocksSetup.DEFAULTS, RocksSetup.SMALL, RocksSetup.IDLE),
                        codecs(),
                        logs(),
                        files(),
                        levels())
                .flatMap(setups -> setups);
    }

    /** The setups whose files are laid out differently after a full compaction. */
    static Stream<RocksSetup> compacted() {
        return Stream.concat(Stream.of(RocksSetup.DEFAULTS, RocksSetup.SMALL), levels());
    }

    private static Stream<RocksSetup> codecs() {
        return Stream.concat(
                CODECS.stream().map(codec -> RocksSetup.SMALL.named(codec).family("compression", codec)),
                Stream.of(
                        RocksSetup.SMALL
                                .named("a codec for each level")
                                .family(
                                        "compression_per_level",
                                        "kNoCompression:kNoCompression:kLZ4Compression:kSnappyCompression:kZSTD")
                                .family("bottommost_compression", "kZlibCompression"),
                        RocksSetup.SMALL
                                .named("zstd with dictionaries")
                                .family("compression", "kZSTD")
                                .family("compression_opts", "{max_dict_bytes=4096;zstd_max_train_bytes=65536}"),
                        RocksSetup.SMALL
                                .named("format 7, zstd")
                                .family("compression", "kZSTD")
                                .table("format_version", "7")));
    }

    private static Stream<RocksSetup> logs() {
        RocksSetup small = RocksSetup.SMALL;
        return Stream.of(
                small.named("recycled logs").database("recycle_log_file_num", "4"),
                small.named("recycled logs, compressed")
                        .database("recycle_log_file_num", "4")
                        .database("wal_compression", "kZSTD"),
                small.named("compressed log").database("wal_compression", "kZSTD"),
                small.named("logs tracked in the MANIFEST").database("track_and_verify_wals_in_manifest", "true"),
                small.named("logs that name the one before").database("track_and_verify_wals", "true"),
                small.named("atomic flush").database("atomic_flush", "true"),
                small.named("no id in the MANIFEST").database("write_dbid_to_manifest", "false"),
                small.named("small MANIFESTs").database("max_manifest_file_size", "2000"));
    }

    private static Stream<RocksSetup> files() {
        RocksSetup small = RocksSetup.SMALL;
        return Stream.of(
                small.named("partitioned index and filter")
                        .table("index_type", "kTwoLevelIndexSearch")
                        .table("partition_filters", "true")
                        .table("metadata_block_size", "512"),
                small.named("filter of prefixes")
                        .family("prefix_extractor", "rocksdb.FixedPrefix.4")
                        .table("whole_key_filtering", "false"),
                small.named("time of sequence numbers").family("preserve_internal_time_seconds", "1000"),
                small.named("hash index in blocks, xxh3")
                        .table("data_block_index_type", "kDataBlockBinaryAndHash")
                        .table("checksum", "kXXH3"));
    }

    private static Stream<RocksSetup> levels() {
        RocksSetup small = RocksSetup.SMALL;
        return Stream.of(
                small.named("levels from the top").family("level_compaction_dynamic_level_bytes", "false"),
                small.named("four levels").family("num_levels", "4"),
                small.named("universal compaction").family("compaction_style", "kCompactionStyleUniversal"),
                small.named("FIFO compaction").family("compaction_style", "kCompactionStyleFIFO"),
                small.named("room for files behind").database("allow_ingest_behind", "true"));
    }
}
