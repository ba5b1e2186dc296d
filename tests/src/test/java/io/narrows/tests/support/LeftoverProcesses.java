package io.narrows.tests.support;

import java.util.Comparator;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Kills the processes that a test, or a test class, started and did not end, so that a failed test does not load the machine
 * for those after it. JUnit registers it for all tests of this module.
 *
 * <p>It runs after {@code @AfterEach} and after the test's fields were closed, and before its temporary folder is deleted.
 */
public final class LeftoverProcesses implements BeforeAllCallback, BeforeEachCallback {
    private static final ExtensionContext.Namespace NAMESPACE =
            ExtensionContext.Namespace.create(LeftoverProcesses.class);

    @Override
    public void beforeAll(ExtensionContext context) {
        killAtEnd(context);
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        killAtEnd(context);
    }

    private static void killAtEnd(ExtensionContext context) {
        Set<ProcessHandle> before = running();
        AutoCloseable end = () -> killAllBut(before);
        context.getStore(NAMESPACE).put(context.getUniqueId(), end);
    }

    /** Processes of this JVM that run now, with those that they started. */
    private static Set<ProcessHandle> running() {
        return ProcessHandle.current().descendants().collect(Collectors.toSet());
    }

    /**
     * Kills parents first, so that none replaces a child that was killed. A browser of the whole class starts processes for the pages of
     * a test; what ran before keeps its children.
     */
    private static void killAllBut(Set<ProcessHandle> before) {
        Set<ProcessHandle> kept = before.stream()
                .flatMap(process -> Stream.concat(Stream.of(process), process.descendants()))
                .collect(Collectors.toSet());
        ProcessHandle.current()
                .descendants()
                .filter(process -> !kept.contains(process))
                .filter(ProcessHandle::isAlive)
                .sorted(Comparator.comparing(ProcessHandle::pid))
                .forEach(process -> {
                    System.err.printf(
                            "killing a process that its test left behind: pid=%d command=%s%n",
                            process.pid(), process.info().commandLine().orElse("unknown"));
                    process.destroyForcibly();
                });
    }
}
