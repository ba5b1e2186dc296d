package io.narrows.testkit;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;

/**
 * Prints the seeds that a failed test, or its class before, has taken. From then on, their names have these seeds in this JVM: when the test runs
 * again, a fault that a seed has found must not pass for a flaky test. JUnit finds this listener as a service.
 */
public final class FailedSeeds implements TestExecutionListener {
    private record Taken(String name, long seed) {}

    private static final Map<String, Long> FAILED = new ConcurrentHashMap<>();

    /** Those of fields of all of the class's tests, too: JUnit creates a test's object before it starts the test. */
    private static final List<Taken> OF_CLASS = new CopyOnWriteArrayList<>();

    private static final List<Taken> OF_TEST = new CopyOnWriteArrayList<>();
    private static volatile List<Taken> current = OF_CLASS;

    /** Returns the seed to use for a name: the one given, unless a test failed with another one. */
    static long taken(String name, long seed) {
        long taken = FAILED.getOrDefault(name, seed);
        current.add(new Taken(name, taken));
        return taken;
    }

    @Override
    public void executionStarted(TestIdentifier identifier) {
        if (identifier.isTest()) {
            OF_TEST.clear();
            current = OF_TEST;
        } else if (identifier.getSource().orElse(null) instanceof ClassSource) {
            OF_CLASS.clear();
            current = OF_CLASS;
        }
    }

    @Override
    public void executionFinished(TestIdentifier identifier, TestExecutionResult result) {
        if (result.getStatus() == TestExecutionResult.Status.FAILED) {
            // In this order: of the seeds with one name, the last one is that of the failed test.
            OF_CLASS.forEach(seed -> failed(identifier, seed));
            OF_TEST.forEach(seed -> failed(identifier, seed));
        }
        OF_TEST.clear();
        current = OF_CLASS;
    }

    private static void failed(TestIdentifier test, Taken taken) {
        FAILED.put(taken.name(), taken.seed());
        System.out.println(test.getDisplayName() + " failed; to repeat it: " + Seed.option(taken.seed()));
    }
}
