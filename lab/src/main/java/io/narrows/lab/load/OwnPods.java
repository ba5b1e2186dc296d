package io.narrows.lab.load;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** The pods of one client. No other client changes them, so that its operations are reproducible regardless of the others. */
final class OwnPods {
    /** Index of a pod that is not in the store. */
    static final int NOWHERE = -1;

    private final int step;
    private final List<OwnPod> alive = new ArrayList<>();
    private int nextNumber;

    /**
     * @param client 0 for the first
     * @param clients number of clients
     */
    OwnPods(int client, int clients) {
        this.nextNumber = client;
        this.step = clients;
    }

    boolean isEmpty() {
        return alive.isEmpty();
    }

    OwnPod any(SplittableRandom random) {
        return alive.get(random.nextInt(alive.size()));
    }

    /** Returns a new pod: names of pods are never reused. */
    OwnPod fresh() {
        OwnPod pod = new OwnPod(nextNumber);
        nextNumber += step;
        return pod;
    }

    /** Adds or removes a pod, according to its current state in the store. */
    void settle(OwnPod pod) {
        boolean there = pod.revision() != 0;
        if (there && pod.place() == NOWHERE) {
            pod.place(alive.size());
            alive.add(pod);
        } else if (!there && pod.place() != NOWHERE) {
            OwnPod last = alive.remove(alive.size() - 1);
            if (last != pod) {
                alive.set(pod.place(), last);
                last.place(pod.place());
            }
            pod.place(NOWHERE);
        }
    }
}
