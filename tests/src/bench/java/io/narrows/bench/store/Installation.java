package io.narrows.bench.store;

import com.google.protobuf.ByteString;
import io.grpc.ManagedChannel;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.StreamObserver;
import io.narrows.bench.report.Metric;
import io.narrows.config.HostPort;
import io.narrows.node.etcd.KVGrpc;
import io.narrows.node.etcd.PutRequest;
import io.narrows.node.etcd.PutResponse;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;

/** How long an empty member takes to have what the others have, when their logs do not reach back so far. */
public final class Installation {
    private static final int VALUE_BYTES = 64 << 10;
    /** Of a value; the rest is zeros, which the files have no more. */
    private static final int NOISE_BYTES = 40 << 10;

    private static final int UNDER_WAY = 32;
    private static final Duration LIMIT = Duration.ofMinutes(5);
    private static final Duration POLL = Duration.ofMillis(100);
    private static final double BYTES_PER_MB = 1e6;

    private Installation() {}

    /**
     * Once, in a folder that is empty.
     *
     * @param megabytes that the files of a member have, about
     * @param rules of the sidecars' policy, as maps of YAML
     */
    public static Map<Metric, Double> of(Path directory, int megabytes, List<String> rules)
            throws IOException, InterruptedException {
        try (StoreGroup group =
                StoreGroup.start(Program.NARROWS, directory, 2, rules, "snapshot-every: 1000, compression: lz4, ")) {
            fill(group.endpoints().get(0), (int) (megabytes * BYTES_PER_MB / NOISE_BYTES));
            long revision = group.revision(0);
            Taken before = group.taken();
            long begun = System.nanoTime();
            group.startNext();
            Awaitility.await("the third member")
                    .atMost(LIMIT)
                    .pollInterval(POLL)
                    .failFast(group::check)
                    .until(() -> group.revision(2) >= revision);
            double seconds = (System.nanoTime() - begun) / 1e9;
            return figures(
                    group.sizeOf(2, "db") / BYTES_PER_MB, seconds, group.taken().since(before));
        }
    }

    private static Map<Metric, Double> figures(double megabytes, double seconds, Taken taken) {
        Map<Metric, Double> figures = new EnumMap<>(Metric.class);
        figures.put(Metric.FILES_MB, megabytes);
        figures.put(Metric.SECONDS, seconds);
        figures.put(Metric.MB_PER_S, megabytes / seconds);
        figures.put(Metric.WIRE_MB, taken.wireBytes() / BYTES_PER_MB);
        figures.put(Metric.WIRE_TO_FILES, taken.wireBytes() / BYTES_PER_MB / megabytes);
        figures.put(Metric.SIDECAR_CPU_S, taken.sidecarCpuSeconds());
        figures.put(Metric.STORE_CPU_S, taken.storeCpuSeconds());
        return figures;
    }

    /** Writes keys that are not written again. */
    private static void fill(HostPort endpoint, int keys) throws InterruptedException, IOException {
        ManagedChannel channel = NettyChannelBuilder.forAddress(endpoint.host(), endpoint.port())
                .usePlaintext()
                .build();
        try {
            KVGrpc.KVStub store = KVGrpc.newStub(channel);
            SplittableRandom random = new SplittableRandom(1);
            Semaphore free = new Semaphore(UNDER_WAY);
            AtomicReference<Throwable> failure = new AtomicReference<>();
            byte[] value = new byte[VALUE_BYTES];
            byte[] noise = new byte[NOISE_BYTES];
            for (int key = 0; key < keys && failure.get() == null; key++) {
                random.nextBytes(noise);
                System.arraycopy(noise, 0, value, 0, NOISE_BYTES);
                free.acquire();
                PutRequest put = PutRequest.newBuilder()
                        .setKey(ByteString.copyFromUtf8("/snapshot/%08d".formatted(key)))
                        .setValue(ByteString.copyFrom(value))
                        .build();
                store.put(put, new Done(free, failure));
            }
            free.acquire(UNDER_WAY);
            if (failure.get() != null) {
                throw new IOException("a put failed: " + failure.get().getMessage(), failure.get());
            }
        } finally {
            channel.shutdownNow();
        }
    }

    private record Done(Semaphore free, AtomicReference<Throwable> failure) implements StreamObserver<PutResponse> {
        @Override
        public void onNext(PutResponse response) {
            free.release();
        }

        @Override
        public void onError(Throwable cause) {
            failure.compareAndSet(null, cause);
            free.release();
        }

        @Override
        public void onCompleted() {
            // counted by onNext
        }
    }
}
