package io.narrows.bench.sst;

import io.narrows.codec.CodecSpec;
import io.narrows.codec.Codecs;
import io.narrows.storage.Entry;
import io.narrows.storage.EntryType;
import io.narrows.storage.Slice;
import io.narrows.storage.sst.BlockCache;
import io.narrows.storage.sst.TableIterator;
import io.narrows.storage.sst.TableOptions;
import io.narrows.storage.sst.TableReader;
import io.narrows.storage.sst.TableWriter;
import io.narrows.storage.sst.parallel.CompressionPool;
import io.narrows.storage.sst.parallel.PoolCounts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;

/** Builds and reads our tables. */
final class OurTables {
    private final Workload workload;
    private final Codecs codecs = Codecs.load();

    OurTables(Workload workload) {
        this.workload = workload;
    }

    private static TableOptions options(CodecSpec codec) {
        return TableOptions.DEFAULT
                .withCompression(codec)
                .withBlockSize(Engines.BLOCK)
                .withBloomBitsPerKey(Engines.BLOOM_BITS);
    }

    /** @param threads the thread that adds entries, plus workers of the pool */
    Outcome build(Path file, CodecSpec codec, int threads) throws IOException {
        if (threads == 1) {
            try (TableWriter writer = TableWriter.create(file, options(codec), codecs)) {
                return fill(writer, file, null);
            }
        }
        try (CompressionPool pool = new CompressionPool(threads - 1);
                TableWriter writer = TableWriter.create(file, options(codec), codecs, pool)) {
            return fill(writer, file, pool);
        }
    }

    private Outcome fill(TableWriter writer, Path file, CompressionPool pool) throws IOException {
        byte[] key = new byte[Workload.KEY];
        byte[] values = workload.values();
        long switches = Switches.now();
        for (int i = 0; i < workload.entries(); i++) {
            Workload.key(key, i);
            writer.add(key, 0, key.length, 0, EntryType.PUT, values, workload.value(i), Workload.VALUE);
        }
        switches = Switches.now() - switches;
        writer.finish();
        return new Outcome(workload.entries(), Files.size(file), pool == null ? 0 : wakeUps(pool.counts()), switches);
    }

    private static long wakeUps(PoolCounts counts) {
        return counts.workerWakeUps() + counts.emitterWakeUps();
    }

    /** Gets random keys, all of which exist. */
    Outcome get(Path file, int gets, Random random) throws IOException {
        byte[] key = new byte[Workload.KEY];
        Slice slice = Slice.of(key);
        try (TableReader reader = open(file)) {
            for (int i = 0; i < gets; i++) {
                int number = random.nextInt(workload.entries());
                Workload.key(key, number);
                Entry entry = reader.get(slice).orElseThrow();
                Slice value = entry.value();
                Engines.checkValue(workload, number, value.array(), value.offset(), value.length());
            }
        }
        return Outcome.read(gets);
    }

    /** Scans all entries in order, reading keys and values. */
    Outcome scan(Path file) throws IOException {
        int number = 0;
        try (TableReader reader = open(file)) {
            TableIterator iterator = reader.iterator();
            for (iterator.seekToFirst(); iterator.isValid(); iterator.next()) {
                Slice key = iterator.userKey();
                Slice value = iterator.value();
                Engines.checkKey(number, key.array()[key.offset() + Engines.LAST_OF_NUMBER]);
                Engines.checkValue(workload, number, value.array(), value.offset(), value.length());
                number++;
            }
        }
        Engines.checkCount(workload, number);
        return Outcome.read(number);
    }

    private TableReader open(Path file) throws IOException {
        return TableReader.open(file, codecs, BlockCache.ofBytes(Engines.CACHE));
    }
}
