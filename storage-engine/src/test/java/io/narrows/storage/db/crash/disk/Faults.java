package io.narrows.storage.db.crash.disk;

import java.nio.file.Path;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** Counts the operations on a disk, and determines which one fails and which one is the last. Thread-safe. */
public final class Faults {
    /** The outcome of an operation. */
    enum Fate {
        SUCCEEDS,
        FAILS,
        /** It may or may not have reached the disk; no operation follows. */
        LOSES_POWER
    }

    private final Map<Operation, Long> counts = new EnumMap<>(Operation.class);
    private final Map<Operation, Long> failing = new EnumMap<>(Operation.class);
    private final Map<Operation, Long> failingFrom = new EnumMap<>(Operation.class);
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

    /** Makes the n-th operation of a kind from now on, counted from 1, fail with an exception; later ones succeed. */
    public synchronized void failAt(Operation operation, long n) {
        failing.put(operation, counts.get(operation) + n);
    }

    /** Makes the n-th operation of a kind from now on, counted from 1, and all later ones fail, as on a full disk. */
    public synchronized void failFrom(Operation operation, long n) {
        failingFrom.put(operation, counts.get(operation) + n);
    }

    /**
     * Makes forces of these files return without effect, like a program that omits them or a disk that only claims to have
     * written.
     */
    public synchronized void neglectForces(Predicate<Path> files) {
        neglected = files;
    }

    synchronized boolean neglects(Path file) {
        return neglected.test(file);
    }

    /** Interrupts the thread during its n-th operation of a kind from now on, counted from 1, whether it fails or not. */
    public synchronized void interruptAt(Operation operation, long n) {
        interrupting.get(operation).add(counts.get(operation) + n);
    }

    /** Loses power during the n-th operation of any kind from now on, counted from 1. */
    public synchronized void losePowerAt(long n) {
        last = operations + n;
    }

    /** Loses power between two operations. */
    public synchronized void losePower() {
        powerLost = true;
    }

    public synchronized boolean powerLost() {
        return powerLost;
    }

    /** Lets open files be read after a power loss as they were then: for programs that do not end while reads fail. */
    public synchronized void keepReadable() {
        readable = true;
    }

    /** @throws PowerLossException if open files can no longer be read */
    synchronized void requireReadable(Path where) throws PowerLossException {
        if (!readable) {
            requirePower(where);
        }
    }

    /** Returns the number of operations begun. */
    public synchronized long operations() {
        return operations;
    }

    /** Returns the number of operations of a kind begun. */
    public synchronized long operations(Operation operation) {
        return counts.get(operation);
    }

    /** @throws PowerLossException if there is no power */
    synchronized void requirePower(Path where) throws PowerLossException {
        if (powerLost) {
            throw new PowerLossException(where.toString());
        }
    }

    /** @throws PowerLossException if there is no power */
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
        boolean fails =
                failing.remove(operation, count) || count >= failingFrom.getOrDefault(operation, Long.MAX_VALUE);
        return fails ? Fate.FAILS : Fate.SUCCEEDS;
    }

    /** Interrupts the thread from another one, which closes the channel in use; a thread that interrupts itself does not. */
    private static void interruptFromElsewhere(Thread target) {
        Thread other = new Thread(target::interrupt, "interrupter");
        other.start();
        while (other.isAlive()) {
            Thread.onSpinWait();
        }
    }
}
