package io.narrows.bench.store;

import com.google.common.util.concurrent.ListenableFuture;
import com.google.protobuf.ByteString;
import com.sun.management.OperatingSystemMXBean;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.narrows.lab.load.KubernetesObjects;
import io.narrows.lab.load.StoredObject;
import io.narrows.node.error.EtcdException;
import io.narrows.node.etcd.KVGrpc;
import io.narrows.node.etcd.PutRequest;
import io.narrows.node.etcd.PutResponse;
import io.narrows.node.etcd.RangeRequest;
import io.narrows.node.etcd.RangeResponse;
import io.narrows.node.mvcc.Applied;
import io.narrows.node.mvcc.Change;
import io.narrows.node.mvcc.Keyspace;
import io.narrows.node.mvcc.KeyspaceOptions;
import io.narrows.tests.support.StandaloneEtcd;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;

/**
 * Writes pods with several revisions each, as their status changes, and compacts the older ones from time to time, at last all but
 * the latest.
 *
 * @param pods number of pods
 * @param revisions revisions of each, written in turns of all pods
 * @param podBytes approximate size of a pod
 * @param turns number of turns after which revisions are compacted
 */
public record DiskTrial(int pods, int revisions, int podBytes, int turns) {
    private static final long SEED = 1;
    private static final int PUTS_PER_ENTRY = 16;
    private static final int IN_FLIGHT = 64;

    /** Pods that are made before they are written, so that making them is not measured. */
    private static final int MOST_AT_ONCE = 20_000;

    private static final int PAGE = 1000;
    private static final double NANOS = 1e9;

    /** The most that etcd suggests. */
    private static final String QUOTA = "--quota-backend-bytes=" + (8L << 30);

    private static final String TIME_LIMIT = "--command-timeout=10m";

    /**
     * Figures of a store.
     *
     * @param written size of all values written, in bytes
     * @param bytes size of the store's database with its logs after the compaction
     * @param writesPerSecond puts
     * @param cpuSeconds processor time of writes and compactions
     * @param readMillis time to read all pods after the compaction, in pages
     */
    public record Figures(long written, long bytes, double writesPerSecond, double cpuSeconds, double readMillis) {}

    /**
     * Sizes of etcd's database, {@code member/snap/db}, in bytes.
     *
     * @param compacted after the compaction
     * @param defragmented after a defragmentation as well
     */
    public record EtcdSizes(long compacted, long defragmented) {}

    /** Runs the trial on a keyspace, without Raft. */
    public Figures ofKeyspace(Path directory, KeyspaceOptions options) throws Exception {
        KubernetesObjects objects = new KubernetesObjects(SEED, podBytes);
        try (Keyspace keyspace = Keyspace.open(directory, options)) {
            KeyspaceWriter writer = new KeyspaceWriter(keyspace);
            long cpuBefore = cpuNanos();
            long making = 0;
            long written = 0;
            for (int revision = 0; revision < revisions; revision++) {
                for (int first = 0; first < pods; first += MOST_AT_ONCE) {
                    long before = cpuNanosOfThisThread();
                    List<StoredObject> some = some(objects, first, revision);
                    making += cpuNanosOfThisThread() - before;
                    written +=
                            some.stream().mapToLong(pod -> pod.value().size()).sum();
                    writer.write(some);
                }
                if (compactsAfter(revision)) {
                    writer.compact();
                }
            }
            double cpuSeconds = (cpuNanos() - cpuBefore - making) / NANOS;
            long bytes = FileSizes.below(directory, "");
            return new Figures(written, bytes, writer.rate(), cpuSeconds, readMillis(objects, keyspace));
        }
    }

    private boolean compactsAfter(int revision) {
        return (revision + 1) % turns == 0 || revision + 1 == revisions;
    }

    private List<StoredObject> some(KubernetesObjects objects, int first, int revision) {
        List<StoredObject> some = new ArrayList<>();
        for (int pod = first; pod < Math.min(pods, first + MOST_AT_ONCE); pod++) {
            some.add(objects.pod(pod, revision));
        }
        return some;
    }

    private double readMillis(KubernetesObjects objects, Keyspace keyspace) throws IOException, EtcdException {
        ByteString end = ByteString.copyFrom(new byte[1]);
        RangeRequest.Builder page =
                RangeRequest.newBuilder().setKey(end).setRangeEnd(end).setLimit(PAGE);
        long began = System.nanoTime();
        int found = 0;
        RangeResponse response;
        do {
            response = keyspace.range(page.build());
            found += response.getKvsCount();
            page.setRevision(response.getHeader().getRevision())
                    .setKey(response.getKvs(response.getKvsCount() - 1).getKey().concat(end));
        } while (response.getMore());
        double millis = (System.nanoTime() - began) / NANOS * 1000;
        long expected = keys(objects);
        if (found != expected) {
            throw new IllegalStateException(found + " pods (expected: " + expected + ")");
        }
        return millis;
    }

    /** Returns the number of keys: two of many pods may have one name. */
    private long keys(KubernetesObjects objects) {
        return IntStream.range(0, pods).mapToObj(objects::podKey).distinct().count();
    }

    /** Writes to a keyspace in the place of Raft, and measures the time of it. */
    private static final class KeyspaceWriter {
        private final Keyspace keyspace;
        private long puts;
        private long nanos;

        KeyspaceWriter(Keyspace keyspace) {
            this.keyspace = keyspace;
        }

        void write(List<StoredObject> objects) throws IOException, EtcdException {
            long began = System.nanoTime();
            long index = keyspace.applied().index();
            int joined = 0;
            for (StoredObject object : objects) {
                Change change = keyspace.change(new Applied(1, ++index));
                change.put(DiskTrial.put(object));
                change.join();
                if (++joined % PUTS_PER_ENTRY == 0) {
                    keyspace.publish();
                }
            }
            keyspace.publish();
            nanos += System.nanoTime() - began;
            puts += objects.size();
        }

        /** Compacts all revisions but the latest, and waits until their space is free. */
        void compact() throws IOException, EtcdException, ExecutionException, InterruptedException {
            long latest = keyspace.revision();
            Change compaction =
                    keyspace.change(new Applied(1, keyspace.applied().index() + 1));
            compaction.compact(latest);
            compaction.commit();
            keyspace.cleared(latest).get();
        }

        /** Returns puts per second. */
        double rate() {
            return puts / (nanos / NANOS);
        }
    }

    private static PutRequest put(StoredObject object) {
        return PutRequest.newBuilder()
                .setKey(object.key())
                .setValue(object.value())
                .build();
    }

    /** Runs the trial on etcd. */
    public EtcdSizes sizesOfEtcd(Path directory) throws Exception {
        KubernetesObjects objects = new KubernetesObjects(SEED, podBytes);
        try (StandaloneEtcd etcd = StandaloneEtcd.start(directory, List.of(QUOTA))) {
            ManagedChannel channel = Grpc.newChannelBuilder(
                            "127.0.0.1:" + etcd.clientPort(), InsecureChannelCredentials.create())
                    .build();
            try {
                KVGrpc.KVFutureStub store = KVGrpc.newFutureStub(channel);
                for (int revision = 0; revision < revisions; revision++) {
                    long last = putAll(objects, revision, store);
                    if (compactsAfter(revision)) {
                        etcd.ctl(TIME_LIMIT, "compact", "--physical", Long.toString(last));
                    }
                }
            } finally {
                channel.shutdownNow();
            }
            Path folder = directory.resolve("member/snap");
            long compacted = FileSizes.below(folder, "db");
            etcd.ctl(TIME_LIMIT, "defrag");
            return new EtcdSizes(compacted, FileSizes.below(folder, "db"));
        }
    }

    private long putAll(KubernetesObjects objects, int revision, KVGrpc.KVFutureStub store)
            throws ExecutionException, InterruptedException {
        Deque<ListenableFuture<PutResponse>> running = new ArrayDeque<>();
        long last = 0;
        for (int pod = 0; pod < pods; pod++) {
            running.add(store.put(put(objects.pod(pod, revision))));
            if (running.size() >= IN_FLIGHT) {
                last = Math.max(last, revisionOf(running));
            }
        }
        while (!running.isEmpty()) {
            last = Math.max(last, revisionOf(running));
        }
        return last;
    }

    private static long revisionOf(Deque<ListenableFuture<PutResponse>> running)
            throws ExecutionException, InterruptedException {
        return running.remove().get().getHeader().getRevision();
    }

    private static long cpuNanos() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }

    private static long cpuNanosOfThisThread() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }
}
