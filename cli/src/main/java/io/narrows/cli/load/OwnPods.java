package io.narrows.cli.load;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** The pods of one client: no other one changes them, so that what it does is the same again whatever the others do. */
final class OwnPods {
    /** The place of a pod that is not in the store. */
    static final int NOWHERE = -1;

    private final int step;
    private final List<OwnPod> alive = new ArrayList<>();
    private int nextNumber;

    /**
     * @param client 0 for the first
     * @param clients how many there are
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

    /** One that has never been: names of pods do not come again. */
    OwnPod fresh() {
        OwnPod pod = new OwnPod(nextNumber);
        nextNumber += step;
        return pod;
    }

    /** Takes a pod in, or forgets it, as the store has it now. */
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
