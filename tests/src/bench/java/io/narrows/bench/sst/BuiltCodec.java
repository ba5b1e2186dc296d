package io.narrows.bench.sst;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import java.io.IOException;
import java.nio.file.Path;
import org.rocksdb.RocksDBException;

/**
 * A codec that both engines support.
 *
 * @param rocksDb RocksDB's name
 * @param level the same for both, if the codec has levels
 */
record BuiltCodec(String name, Codec codec, String rocksDb, int level) {
    static final BuiltCodec NONE = new BuiltCodec("none", Codec.NONE, "kNoCompression", 0);
    static final BuiltCodec SNAPPY = new BuiltCodec("snappy", Codec.SNAPPY, "kSnappyCompression", 0);
    static final BuiltCodec LZ4 = new BuiltCodec("lz4", Codec.LZ4, "kLZ4Compression", 0);

    static BuiltCodec zstd(int level) {
        return new BuiltCodec("zstd " + level, Codec.ZSTD, "kZSTD", level);
    }

    String building() {
        return "Building, " + name;
    }

    Trial ours(OurTables tables, Path folder, int threads) {
        return new Trial(
                building(),
                Trial.threads(Trial.OURS, threads),
                () -> tables.build(folder.resolve("ours.sst"), spec(), threads));
    }

    Trial rocksDb(RocksTables tables, Path folder, int threads) {
        return new Trial(
                building(),
                Trial.threads(Trial.ROCKSDB, threads),
                () -> tables.build(folder.resolve("theirs.sst"), rocksDb, level, threads));
    }

    /** Builds files for reading. */
    void build(OurTables ours, Path ourFile, RocksTables theirs, Path theirFile) throws IOException, RocksDBException {
        ours.build(ourFile, spec(), 1);
        theirs.build(theirFile, rocksDb, level, 1);
    }

    private CodecSpec spec() {
        return CodecSpec.of(codec, level);
    }
}
