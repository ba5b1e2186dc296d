package io.narrows.lab.load;

/** A pod as known to the only client that changes it. */
final class OwnPod {
    private final int number;
    private int generation;
    private long revision;
    private int place = OwnPods.NOWHERE;

    OwnPod(int number) {
        this.number = number;
    }

    int number() {
        return number;
    }

    int generation() {
        return generation;
    }

    /** Returns the revision of its last change; 0 if it is not in the store. */
    long revision() {
        return revision;
    }

    void written(int newGeneration, long newRevision) {
        generation = newGeneration;
        revision = newRevision;
    }

    /** Returns its index among the pods of its client. */
    int place() {
        return place;
    }

    void place(int newPlace) {
        place = newPlace;
    }
}
