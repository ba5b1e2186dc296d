package io.narrows.lab.load;

import com.google.protobuf.ByteString;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/**
 * Kubernetes objects as JSON, with everything that determines their size: labels, managedFields, probes, conditions. They
 * depend on the seed and their numbers only: neither the clock nor the order of calls changes a byte. Thread-safe.
 *
 * <p>An API server stores its own types as protobuf and custom resources as JSON; with
 * {@code --storage-media-type=application/json}, both.
 */
public final class KubernetesObjects {
    private static final int EVENTS = 4;
    private static final int NODES = 5;
    private static final int SECONDS_OF_GENERATION = 7;
    private static final int NODE_LEASE_SECONDS = 10;
    private static final int GENERATIONS_OF_RESTART = 4;

    private static final Template POD = Template.resource("pod.json");
    private static final Template PENDING = Template.resource("pod-pending.json");
    private static final Template RUNNING = Template.resource("pod-running.json");
    private static final Template STATUS_FIELDS = Template.resource("pod-status-fields.json");
    private static final Template EVENT = Template.resource("event.json");
    private static final Template LEASE = Template.resource("lease.json");

    private final long seed;
    private final int environment;

    /** @param podBytes approximate size of a running pod; at least about 5800, the size of a pod without variables */
    public KubernetesObjects(long seed, int podBytes) {
        this.seed = seed;
        this.environment = podBytes - pod(seed, 0, 1, 0).value().size();
    }

    /**
     * Returns a pod at a stage of its life.
     *
     * @param number unique per pod
     * @param generation 0 after creation, one more after each status update
     */
    public StoredObject pod(int number, int generation) {
        return pod(seed, number, generation, environment);
    }

    private static StoredObject pod(long seed, int number, int generation, int environment) {
        Pod pod = Pod.of(seed, number);
        Map<String, String> fields = pod.copyOfFields();
        boolean restarted = generation % GENERATIONS_OF_RESTART == 0;
        fields.put(
                "changed",
                pod.created()
                        .plusSeconds((long) generation * SECONDS_OF_GENERATION)
                        .toString());
        fields.put("ready", Boolean.toString(!restarted));
        fields.put("readyStatus", restarted ? "False" : "True");
        fields.put("restarts", Integer.toString(generation / GENERATIONS_OF_RESTART));
        fields.put("environment", Environment.ofLength(seed, number, environment));
        fields.put("statusFields", generation == 0 ? "" : STATUS_FIELDS.fill(fields));
        fields.put("status", (generation == 0 ? PENDING : RUNNING).fill(fields));
        return StoredObject.of(Registry.pod(pod.namespace(), pod.name()), POD.fill(fields));
    }

    /** Returns the key of a pod. */
    public ByteString podKey(int number) {
        Pod pod = Pod.of(seed, number);
        return ByteString.copyFromUtf8(Registry.pod(pod.namespace(), pod.name()));
    }

    /**
     * Returns an event of a pod.
     *
     * @param number unique per event
     */
    public StoredObject event(int pod, int number) {
        Pod about = Pod.of(seed, pod);
        RandomSource random = new RandomSource(seed, EVENTS, number);
        Map<String, String> fields = about.copyOfFields();
        String name = about.name() + "." + random.hex(16);
        EventKind event = random.oneOf(EventKind.ALL);
        fields.put("pod", about.name());
        fields.put("podUid", about.uid());
        fields.put("name", name);
        fields.put("uid", random.uuid());
        fields.put("time", Fleet.at(number).toString());
        fields.put("reason", event.reason());
        fields.put("type", event.type());
        fields.put("message", event.message(about, random));
        return StoredObject.of(Registry.event(about.namespace(), name), EVENT.fill(fields));
    }

    /**
     * Returns the heartbeat Lease of a node.
     *
     * @param renewal 0 after creation, one more after each renewal
     */
    public StoredObject nodeLease(int node, int renewal) {
        RandomSource random = new RandomSource(seed, NODES, node);
        String name = Fleet.node(node);
        Map<String, String> fields = new HashMap<>();
        fields.put("node", name);
        fields.put("uid", random.uuid());
        fields.put("nodeUid", random.uuid());
        fields.put("created", Fleet.at(node).toString());
        Instant renewed = Fleet.at(node + (long) renewal * NODE_LEASE_SECONDS);
        int micros = new RandomSource(seed, NODES, node + ((long) renewal + 1 << 32)).below(900_000) + 100_000;
        fields.put("renewedSecond", renewed.toString());
        fields.put("renewed", renewed.plusNanos(micros * 1000L).toString());
        return StoredObject.of(Registry.nodeLease(name), LEASE.fill(fields));
    }
}
