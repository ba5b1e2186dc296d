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

/**
 * Writes pods with several revisions each, as their status changes, and compacts all revisions but the last.
 *
 * @param pods number of pods
 * @param revisions revisions of each, written in turns of all pods
 * @param podBytes approximate size of a pod
 */
public record DiskTrial(int pods, int revisions, int podBytes) {
    private static final long SEED = 1;
    private static final int PUTS_PER_ENTRY = 16;
    private static final int IN_FLIGHT = 64;
    private static final double NANOS = 1e9;

    /**
     * Figures of a store.
     *
     * @param written size of all values written, in bytes
     * @param bytes size of the store's database with its logs after the compaction
     * @param writesPerSecond puts
     * @param cpuSeconds processor time of writes and compactions
     * @param readMillis time to read all pods after the compaction
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
        long cpuBefore = cpuNanos();
        long making = 0;
        long nanos = 0;
        long written = 0;
        try (Keyspace keyspace = Keyspace.open(directory, options)) {
            long index = 0;
            for (int generation = 0; generation < revisions; generation++) {
                long before = cpuNanosOfThisThread();
                List<StoredObject> some = generation(objects, generation);
                making += cpuNanosOfThisThread() - before;
                long began = System.nanoTime();
                index = write(keyspace, some, index);
                nanos += System.nanoTime() - began;
                written += some.stream().mapToLong(pod -> pod.value().size()).sum();
            }
            long last = keyspace.revision();
            Change compaction = keyspace.change(new Applied(1, index + 1));
            compaction.compact(last);
            compaction.commit();
            keyspace.cleared(last).get();
            double cpuSeconds = (cpuNanos() - cpuBefore - making) / NANOS;
            double rate = (double) pods * revisions / (nanos / NANOS);
            return new Figures(written, FileSizes.below(directory, ""), rate, cpuSeconds, readMillis(keyspace));
        }
    }

    private double readMillis(Keyspace keyspace) throws IOException, EtcdException {
        RangeRequest all = RangeRequest.newBuilder()
                .setKey(ByteString.copyFrom(new byte[1]))
                .setRangeEnd(ByteString.copyFrom(new byte[1]))
                .build();
        long began = System.nanoTime();
        int found = keyspace.range(all).getKvsCount();
        double millis = (System.nanoTime() - began) / NANOS * 1000;
        if (found != pods) {
            throw new IllegalStateException(found + " pods (expected: " + pods + ")");
        }
        return millis;
    }

    private List<StoredObject> generation(KubernetesObjects objects, int generation) {
        List<StoredObject> all = new ArrayList<>(pods);
        for (int pod = 0; pod < pods; pod++) {
            all.add(objects.pod(pod, generation));
        }
        return all;
    }

    private static long write(Keyspace keyspace, List<StoredObject> objects, long indexBefore)
            throws IOException, EtcdException {
        long index = indexBefore;
        int joined = 0;
        for (StoredObject object : objects) {
            Change change = keyspace.change(new Applied(1, ++index));
            change.put(put(object));
            change.join();
            if (++joined % PUTS_PER_ENTRY == 0) {
                keyspace.publish();
            }
        }
        keyspace.publish();
        return index;
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
        try (StandaloneEtcd etcd = StandaloneEtcd.start(directory)) {
            ManagedChannel channel = Grpc.newChannelBuilder(
                            "127.0.0.1:" + etcd.clientPort(), InsecureChannelCredentials.create())
                    .build();
            try {
                long revision = putAll(objects, KVGrpc.newFutureStub(channel));
                etcd.ctl("compact", "--physical", Long.toString(revision));
            } finally {
                channel.shutdownNow();
            }
            Path folder = directory.resolve("member/snap");
            long compacted = FileSizes.below(folder, "db");
            etcd.ctl("defrag");
            return new EtcdSizes(compacted, FileSizes.below(folder, "db"));
        }
    }

    private long putAll(KubernetesObjects objects, KVGrpc.KVFutureStub store)
            throws ExecutionException, InterruptedException {
        Deque<ListenableFuture<PutResponse>> running = new ArrayDeque<>();
        long revision = 0;
        for (int generation = 0; generation < revisions; generation++) {
            for (int pod = 0; pod < pods; pod++) {
                running.add(store.put(put(objects.pod(pod, generation))));
                if (running.size() >= IN_FLIGHT) {
                    revision = Math.max(revision, revisionOf(running));
                }
            }
        }
        while (!running.isEmpty()) {
            revision = Math.max(revision, revisionOf(running));
        }
        return revision;
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
