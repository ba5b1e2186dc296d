package io.narrows.testkit;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;

/**
 * Prints the seeds that a failed test, or its class before, has taken, and gives the test the same seeds when this JVM runs
 * it again: a fault that a seed has found must not pass for a flaky test. JUnit finds this listener as a service.
 */
public final class FailedSeeds implements TestExecutionListener {
    private static final Map<String, List<Long>> FAILED = new ConcurrentHashMap<>();
    private static final List<Long> OF_CLASS = new CopyOnWriteArrayList<>();
    private static final List<Long> OF_TEST = new CopyOnWriteArrayList<>();
    private static volatile List<Long> current = OF_CLASS;
    private static volatile String classId = "";
    private static Queue<Long> toRepeat = new ArrayDeque<>();

    /** Returns the seed to use: the one given, unless this run repeats a failed one. */
    static synchronized long taken(long seed) {
        Long failed = toRepeat.poll();
        long taken = failed == null ? seed : failed;
        current.add(taken);
        return taken;
    }

    private static synchronized void repeat(String id) {
        List<Long> failed = FAILED.remove(id);
        toRepeat = new ArrayDeque<>(failed == null ? List.of() : failed);
    }

    @Override
    public void executionStarted(TestIdentifier identifier) {
        if (identifier.isTest()) {
            OF_TEST.clear();
            current = OF_TEST;
            repeat(identifier.getUniqueId());
        } else if (identifier.getSource().orElse(null) instanceof ClassSource) {
            OF_CLASS.clear();
            current = OF_CLASS;
            classId = identifier.getUniqueId();
            repeat(classId);
        }
    }

    @Override
    public void executionFinished(TestIdentifier identifier, TestExecutionResult result) {
        if (result.getStatus() == TestExecutionResult.Status.FAILED) {
            OF_CLASS.forEach(seed -> print(identifier, seed));
            OF_TEST.forEach(seed -> print(identifier, seed));
            FAILED.put(classId, List.copyOf(OF_CLASS));
            if (identifier.isTest()) {
                FAILED.put(identifier.getUniqueId(), List.copyOf(OF_TEST));
            }
        }
        OF_TEST.clear();
        current = OF_CLASS;
    }

    private static void print(TestIdentifier failed, long seed) {
        System.out.println(failed.getDisplayName() + " failed; to repeat it: " + Seed.option(seed));
    }
}
