package io.narrows.cli.load;

/** A pod as the one client knows it that changes it. */
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

    /** Of its last change; 0 when it is not in the store. */
    long revision() {
        return revision;
    }

    void written(int newGeneration, long newRevision) {
        generation = newGeneration;
        revision = newRevision;
    }

    /** Among the pods of its client. */
    int place() {
        return place;
    }

    void place(int newPlace) {
        place = newPlace;
    }
}
