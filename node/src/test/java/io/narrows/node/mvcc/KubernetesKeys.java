package io.narrows.node.mvcc;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Keys like those of a Kubernetes cluster in etcd: pods, their events, leases of nodes, endpoints, config maps. */
final class KubernetesKeys {
    private static final String LETTERS = "bcdfghjklmnpqrstvwxz2456789";

    private final Random random;

    KubernetesKeys(Random random) {
        this.random = random;
    }

    List<String> make(int count) {
        List<String> keys = new ArrayList<>(count);
        while (keys.size() < count) {
            String namespace = "team-" + random.nextInt(40);
            String deployment = "service-" + random.nextInt(25);
            String pod = deployment + "-" + letters(10) + "-" + letters(5);
            keys.add("/registry/pods/" + namespace + "/" + pod);
            for (int events = random.nextInt(4); events > 0; events--) {
                keys.add("/registry/events/" + namespace + "/" + pod + "."
                        + Long.toHexString(0x17a0000000000000L | random.nextLong() >>> 12));
            }
            if (random.nextInt(4) == 0) {
                keys.add("/registry/configmaps/" + namespace + "/" + deployment + "-" + letters(8));
            }
            if (random.nextInt(8) == 0) {
                keys.add("/registry/leases/kube-node-lease/ip-10-" + random.nextInt(256) + "-" + random.nextInt(256)
                        + ".eu-central-1.compute.internal");
            }
        }
        return keys.subList(0, count).stream().distinct().toList();
    }

    private String letters(int count) {
        StringBuilder letters = new StringBuilder();
        for (int at = 0; at < count; at++) {
            letters.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
        }
        return letters.toString();
    }
}
