package io.narrows.storage.db.crash.disk;

import java.nio.file.Path;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Counts what is done to a disk, and decides which operation fails and which is the last. Safe for use by many threads. */
public final class Faults {
    /** What becomes of an operation. */
    enum Fate {
        SUCCEEDS,
        FAILS,
        /** It may or may not have reached the disk; nothing follows. */
        LOSES_POWER
    }

    private final Map<Operation, Long> counts = new EnumMap<>(Operation.class);
    private final Map<Operation, Long> failing = new EnumMap<>(Operation.class);
    private final Map<Operation, Set<Long>> interrupting = new EnumMap<>(Operation.class);
    private long operations;
    private long last = Long.MAX_VALUE;
    private boolean powerLost;

    Faults() {
        for (Operation operation : Operation.values()) {
            counts.put(operation, 0L);
            interrupting.put(operation, new HashSet<>());
        }
    }

    /** Lets the n-th operation of that kind from now on, from 1, fail with an exception; those behind it succeed. */
    public synchronized void failAt(Operation operation, long n) {
        failing.put(operation, counts.get(operation) + n);
    }

    /** Interrupts the thread during its n-th operation of that kind from now on, from 1, whether that fails or not. */
    public synchronized void interruptAt(Operation operation, long n) {
        interrupting.get(operation).add(counts.get(operation) + n);
    }

    /** Loses the power during the n-th operation from now on, of whatever kind, from 1. */
    public synchronized void losePowerAt(long n) {
        last = operations + n;
    }

    /** Loses the power between two operations. */
    public synchronized void losePower() {
        powerLost = true;
    }

    public synchronized boolean powerLost() {
        return powerLost;
    }

    /** Operations that were begun. */
    public synchronized long operations() {
        return operations;
    }

    /** Operations of that kind that were begun. */
    public synchronized long operations(Operation operation) {
        return counts.get(operation);
    }

    /** @throws PowerLossException when there is no power any more */
    synchronized void requirePower(Path where) throws PowerLossException {
        if (powerLost) {
            throw new PowerLossException(where.toString());
        }
    }

    /** @throws PowerLossException when there is no power any more */
    synchronized Fate next(Operation operation, Path where) throws PowerLossException {
        requirePower(where);
        operations++;
        long count = counts.merge(operation, 1L, Long::sum);
        if (interrupting.get(operation).remove(count)) {
            interruptFromElsewhere(Thread.currentThread());
        }
        if (operations == last) {
            powerLost = true;
            return Fate.LOSES_POWER;
        }
        return failing.remove(operation, count) ? Fate.FAILS : Fate.SUCCEEDS;
    }

    /** Interrupts the thread as another one does, which closes the channel that it uses; it would not by its own hand. */
    private static void interruptFromElsewhere(Thread target) {
        Thread other = new Thread(target::interrupt, "interrupter");
        other.start();
        while (other.isAlive()) {
            Thread.onSpinWait();
        }
    }
}
