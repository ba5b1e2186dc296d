package io.narrows.testkit;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;

/** Prints the seeds that a failed test, or its class before, has taken. JUnit finds this listener as a service. */
public final class FailedSeeds implements TestExecutionListener {
    private static final List<Long> OF_CLASS = new CopyOnWriteArrayList<>();
    private static final List<Long> OF_TEST = new CopyOnWriteArrayList<>();
    private static volatile List<Long> current = OF_CLASS;

    static void taken(long seed) {
        current.add(seed);
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
            OF_CLASS.forEach(seed -> print(identifier, seed));
            OF_TEST.forEach(seed -> print(identifier, seed));
        }
        OF_TEST.clear();
        current = OF_CLASS;
    }

    private static void print(TestIdentifier failed, long seed) {
        System.out.println(failed.getDisplayName() + " failed; to repeat it: " + Seed.option(seed));
    }
}
