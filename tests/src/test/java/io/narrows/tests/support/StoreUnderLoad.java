package io.narrows.tests.support;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.node.metrics.MetricsEndpoint;
import io.narrows.node.metrics.StoreMetrics;
import io.narrows.storage.ColumnFamily;
import io.narrows.storage.batch.WriteBatch;
import io.narrows.storage.compaction.LevelOptions;
import io.narrows.storage.db.Db;
import io.narrows.storage.db.DbOptions;
import io.narrows.storage.db.FamilyOptions;
import io.narrows.storage.db.WriteOptions;
import io.narrows.storage.sst.TableOptions;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * A store with two column families that serves its metrics. Ten times a second it is written, overwritten and read, with
 * hits and misses. It is small, so that it flushes and compacts constantly.
 */
public final class StoreUnderLoad implements AutoCloseable {
    private static final int PERIOD_MILLIS = 100;
    private static final int OPERATIONS = 200;
    private static final int KEYS = 10_000;
    private static final double USD_PER_GB_MONTH = 0.08;
    private static final int STOP_SECONDS = 120;
    private static final FamilyOptions OPTIONS = FamilyOptions.DEFAULT
            .withTable(TableOptions.DEFAULT.withBloomBitsPerKey(10))
            .withWriteBufferSize(256 << 10)
            .withLevels(LevelOptions.DEFAULT.withTargetFileSize(256 << 10, 1).withMaxBytesForLevel(1 << 20, 4))
            .withCompressionPerLevel(
                    List.of(CodecSpec.of(Codec.NONE), CodecSpec.of(Codec.LZ4), CodecSpec.of(Codec.ZSTD)));

    private final Random random = new Random(1);
    private final ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor();
    private final Db db;
    private final List<ColumnFamily> families;
    private final StoreMetrics metrics;
    private final MetricsEndpoint endpoint;
    private volatile IOException failure;

    private StoreUnderLoad(Db db) throws IOException {
        this.db = db;
        this.families = db.families();
        this.metrics = new StoreMetrics(db::statistics, USD_PER_GB_MONTH);
        this.endpoint = MetricsEndpoint.serve(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        endpoint.show(metrics);
        executor.scheduleWithFixedDelay(this::work, 0, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** @param directory of the database, which is created */
    public static StoreUnderLoad start(Path directory) throws IOException {
        DbOptions options = DbOptions.defaults().withOtherFamilies(OPTIONS).withFamily("blobs", OPTIONS);
        return new StoreUnderLoad(Db.open(directory, options));
    }

    /** Returns the address of the metrics, as {@code host:port}. */
    public String metricsAddress() {
        InetSocketAddress address = endpoint.address();
        return address.getAddress().getHostAddress() + ":" + address.getPort();
    }

    private void work() {
        try {
            for (ColumnFamily family : families) {
                write(family);
                read(family);
            }
        } catch (IOException e) {
            failure = e;
            throw new IllegalStateException(e);
        }
    }

    private void write(ColumnFamily family) throws IOException {
        WriteBatch batch = new WriteBatch();
        for (int i = 0; i < OPERATIONS; i++) {
            batch.put(family, key("there", random.nextInt(KEYS)), value());
        }
        db.write(batch, WriteOptions.SYNC);
    }

    private void read(ColumnFamily family) throws IOException {
        for (int i = 0; i < OPERATIONS; i++) {
            db.get(family, key("there", random.nextInt(KEYS)));
            db.get(family, key("there", random.nextInt(KEYS) + "-not"));
        }
    }

    private static byte[] key(String kind, Object number) {
        return (kind + number).getBytes(StandardCharsets.US_ASCII);
    }

    private byte[] value() {
        String pod = "{\"kind\": \"Pod\", \"phase\": \"Running\", \"restarts\": %d, \"uid\": \"%016x\"}";
        return pod.formatted(random.nextInt(10), random.nextLong()).getBytes(StandardCharsets.US_ASCII);
    }

    /** @throws IOException the failure of the load */
    @Override
    public void close() throws IOException {
        executor.shutdown();
        try {
            if (!executor.awaitTermination(STOP_SECONDS, TimeUnit.SECONDS)) {
                throw new IOException("the load did not end within " + STOP_SECONDS + " s");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
        metrics.close();
        endpoint.close();
        db.close();
        if (failure != null) {
            throw failure;
        }
    }
}
