package io.narrows.lab.load;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/**
 * The fixed identity of a pod, derived from the seed and its number.
 *
 * @param fields values for the gaps of its templates
 */
record Pod(String name, String namespace, String uid, Instant created, Map<String, String> fields) {
    private static final int PODS = 1;
    private static final int REPLICA_SETS = 2;

    static Pod of(long seed, int number) {
        RandomSource random = new RandomSource(seed, PODS, number);
        int namespace = random.below(Fleet.NAMESPACES.size());
        int app = random.below(Fleet.APPLICATIONS.size());
        int version = random.below(Fleet.VERSIONS);
        Map<String, String> fields = new HashMap<>();
        addReplicaSet(
                fields, new RandomSource(seed, REPLICA_SETS, (namespace * 100L + app) * 10 + version), namespace, app);
        Pod pod = new Pod(
                fields.get("replicaSet") + "-" + random.name(5),
                Fleet.NAMESPACES.get(namespace),
                random.uuid(),
                Fleet.at(number),
                fields);
        pod.addOwn(random);
        return pod;
    }

    /** Adds the fields that all pods of a replica set share. */
    private static void addReplicaSet(Map<String, String> fields, RandomSource random, int namespace, int app) {
        String name = Fleet.APPLICATIONS.get(app);
        String space = Fleet.NAMESPACES.get(namespace);
        String hash = random.name(10);
        String version = "v" + (1 + random.below(4)) + "." + random.below(30) + "." + random.below(10);
        fields.put("app", name);
        fields.put("namespace", space);
        fields.put("tier", random.oneOf(Fleet.TIERS));
        fields.put("version", version);
        fields.put("templateHash", hash);
        fields.put("replicaSet", name + "-" + hash);
        fields.put("replicaSetUid", random.uuid());
        fields.put("checksum", random.hex(64));
        fields.put("image", "registry.example.com/" + space + "/" + name + ":" + version);
        fields.put("digest", random.hex(64));
        fields.put("memory", Integer.toString(128 << random.below(5)));
        fields.put("cpu", Integer.toString(50 << random.below(5)));
    }

    private void addOwn(RandomSource random) {
        int node = Fleet.anyNode(random);
        fields.put("name", name);
        fields.put("uid", uid);
        fields.put("created", created.toString());
        fields.put("volume", random.name(5));
        fields.put("node", Fleet.node(node));
        fields.put("hostIp", "10.0." + node / 250 + "." + (4 + node % 250));
        fields.put("podIp", "10." + (32 + random.below(32)) + "." + random.below(256) + "." + (1 + random.below(254)));
        fields.put("container", random.hex(64));
    }

    /** Returns a copy that the caller may modify. */
    Map<String, String> copyOfFields() {
        return new HashMap<>(fields);
    }
}
