package io.narrows.storage.db.crash.disk;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** A file: the bytes that are certainly on disk, and the changes since. */
final class FileNode implements Node {
    /** Whether a change survives a power loss. */
    enum Durability {
        FORCED,
        PENDING,
        /** A force failed. The kernel marks its pages clean, so no later force writes them. */
        DOUBTFUL
    }

    /** A change, in the order of all changes. */
    record Step(FileChange change, Durability durability) {}

    private final Contents durable;
    private Deque<Step> steps = new ArrayDeque<>();
    private int failedForces;

    FileNode(byte[] durable) {
        this.durable = new Contents(durable);
    }

    void change(FileChange change) {
        steps.add(new Step(change, Durability.PENDING));
    }

    /** Makes pending changes durable. */
    void force() {
        replacePending(Durability.FORCED);
        while (!steps.isEmpty() && steps.peek().durability() == Durability.FORCED) {
            steps.remove().change().applyTo(durable);
        }
    }

    @Override
    public void forceFailed() {
        failedForces++;
        replacePending(Durability.DOUBTFUL);
    }

    @Override
    public int failedForces() {
        return failedForces;
    }

    private void replacePending(Durability durability) {
        Deque<Step> replaced = new ArrayDeque<>();
        for (Step step : steps) {
            boolean pending = step.durability() == Durability.PENDING;
            replaced.add(pending ? new Step(step.change(), durability) : step);
        }
        steps = replaced;
    }

    /** Returns a copy of the bytes that are certainly on disk, up to the first step. */
    Contents durable() {
        return new Contents(durable.toByteArray());
    }

    /** Returns the later changes, oldest first. */
    List<Step> steps() {
        return new ArrayList<>(steps);
    }
}
