package io.narrows.bench.sst;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.Random;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.Cache;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.DBOptions;
import org.rocksdb.EnvOptions;
import org.rocksdb.IngestExternalFileOptions;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.SstFileReader;
import org.rocksdb.SstFileReaderIterator;
import org.rocksdb.SstFileWriter;

/**
 * Builds and reads tables with rocksdbjni, using its cheapest interface: direct buffers. Format and checksum are RocksDB's
 * defaults.
 */
final class RocksTables {
    static {
        RocksDB.loadLibrary();
    }

    private final Workload workload;
    private final ByteBuffer key = ByteBuffer.allocateDirect(Workload.KEY);
    private final ByteBuffer value = ByteBuffer.allocateDirect(Workload.VALUE);
    private final byte[] keyBytes = new byte[Workload.KEY];
    private final byte[] valueBytes = new byte[Workload.VALUE];

    RocksTables(Workload workload) {
        this.workload = workload;
    }

    /**
     * @param compression RocksDB's name, such as {@code kZSTD}
     * @param threads RocksDB's {@code parallel_threads}, which cannot be set otherwise in its Java API
     */
    private static Options options(String compression, int level, int threads, Cache cache) {
        Properties properties = new Properties();
        properties.setProperty("compression", compression);
        properties.setProperty("compression_opts", "{level=" + level + ";parallel_threads=" + threads + ";}");
        ColumnFamilyOptions family = ColumnFamilyOptions.getColumnFamilyOptionsFromProps(properties);
        family.setTableFormatConfig(new BlockBasedTableConfig()
                .setBlockSize(Engines.BLOCK)
                .setFilterPolicy(new BloomFilter(Engines.BLOOM_BITS, false))
                .setBlockCache(cache));
        return new Options(new DBOptions().setCreateIfMissing(true), family);
    }

    Outcome build(Path file, String compression, int level, int threads) throws IOException, RocksDBException {
        Files.deleteIfExists(file);
        try (Cache cache = new LRUCache(Engines.CACHE);
                Options options = options(compression, level, threads, cache);
                EnvOptions environment = new EnvOptions();
                SstFileWriter writer = new SstFileWriter(environment, options)) {
            writer.open(file.toString());
            long switches = Switches.now();
            for (int i = 0; i < workload.entries(); i++) {
                putKey(i);
                value.clear()
                        .put(workload.values(), workload.value(i), Workload.VALUE)
                        .flip();
                writer.put(key, value);
            }
            switches = Switches.now() - switches;
            writer.finish();
            return new Outcome(workload.entries(), Files.size(file), -1, switches);
        }
    }

    /** Uses an iterator's seek, the only point read of SstFileReader in Java; it does not use the filter. */
    Outcome seek(Path file, int seeks, Random random) throws RocksDBException {
        try (Cache cache = new LRUCache(Engines.CACHE);
                Options options = options("kNoCompression", 0, 1, cache);
                ReadOptions reading = new ReadOptions();
                SstFileReader reader = new SstFileReader(options)) {
            reader.open(file.toString());
            try (SstFileReaderIterator iterator = reader.newIterator(reading)) {
                for (int i = 0; i < seeks; i++) {
                    int number = random.nextInt(workload.entries());
                    putKey(number);
                    iterator.seek(key);
                    if (!iterator.isValid()) {
                        throw new IllegalStateException("no key " + number);
                    }
                    iterator.key(key.clear());
                    Engines.checkKey(number, key.get(Engines.LAST_OF_NUMBER));
                    checkValue(number, iterator.value(value.clear()));
                }
            }
        }
        return Outcome.read(seeks);
    }

    /** Gets from a RocksDB database that contains the file. */
    Outcome get(Path directory, int gets, Random random) throws RocksDBException {
        try (Cache cache = new LRUCache(Engines.CACHE);
                Options options = options("kNoCompression", 0, 1, cache);
                ReadOptions reading = new ReadOptions();
                RocksDB database = RocksDB.open(options, directory.toString())) {
            for (int i = 0; i < gets; i++) {
                int number = random.nextInt(workload.entries());
                putKey(number);
                checkValue(number, database.get(reading, key, value.clear()));
            }
        }
        return Outcome.read(gets);
    }

    /** Ingests the file into a RocksDB database in a new folder. */
    void ingest(Path file, Path directory) throws RocksDBException {
        try (Cache cache = new LRUCache(Engines.CACHE);
                Options options = options("kNoCompression", 0, 1, cache);
                IngestExternalFileOptions ingestion = new IngestExternalFileOptions();
                RocksDB database = RocksDB.open(options, directory.toString())) {
            database.ingestExternalFile(List.of(file.toString()), ingestion);
        }
    }

    /** Scans all entries in order, copying keys and values into direct buffers. */
    Outcome scan(Path file) throws RocksDBException {
        int number = 0;
        try (Cache cache = new LRUCache(Engines.CACHE);
                Options options = options("kNoCompression", 0, 1, cache);
                ReadOptions reading = new ReadOptions();
                SstFileReader reader = new SstFileReader(options)) {
            reader.open(file.toString());
            try (SstFileReaderIterator iterator = reader.newIterator(reading)) {
                for (iterator.seekToFirst(); iterator.isValid(); iterator.next()) {
                    iterator.key(key.clear());
                    Engines.checkKey(number, key.get(Engines.LAST_OF_NUMBER));
                    checkValue(number, iterator.value(value.clear()));
                    number++;
                }
            }
        }
        Engines.checkCount(workload, number);
        return Outcome.read(number);
    }

    /** Scans all entries in order without reading them: the cost of a scan minus copying keys and values over JNI. */
    Outcome skim(Path file) throws RocksDBException {
        int number = 0;
        try (Cache cache = new LRUCache(Engines.CACHE);
                Options options = options("kNoCompression", 0, 1, cache);
                ReadOptions reading = new ReadOptions();
                SstFileReader reader = new SstFileReader(options)) {
            reader.open(file.toString());
            try (SstFileReaderIterator iterator = reader.newIterator(reading)) {
                for (iterator.seekToFirst(); iterator.isValid(); iterator.next()) {
                    number++;
                }
            }
        }
        Engines.checkCount(workload, number);
        return Outcome.read(number);
    }

    private void putKey(int number) {
        Workload.key(keyBytes, number);
        key.clear().put(keyBytes).flip();
    }

    private void checkValue(int number, int length) {
        if (length != Workload.VALUE) {
            throw new IllegalStateException("a value of " + length + " bytes for key " + number);
        }
        value.position(0).limit(length);
        value.get(valueBytes, 0, length);
        Engines.checkValue(workload, number, valueBytes, 0, length);
    }
}
