package io.narrows.storage.db.crash.disk;

import java.nio.file.Path;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

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
    private Predicate<Path> neglected = path -> false;
    private long last = Long.MAX_VALUE;
    private boolean powerLost;
    private boolean readable;

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

    /** Lets forces of these files return without forcing anything, as a program that forgets them or a disk that lies. */
    public synchronized void neglectForces(Predicate<Path> files) {
        neglected = files;
    }

    synchronized boolean neglects(Path file) {
        return neglected.test(file);
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

    /** Lets open files be read after the loss of power as they were then: for programs that do not end while reads fail. */
    public synchronized void keepReadable() {
        readable = true;
    }

    /** @throws PowerLossException when open files cannot be read any more */
    synchronized void requireReadable(Path where) throws PowerLossException {
        if (!readable) {
            requirePower(where);
        }
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
