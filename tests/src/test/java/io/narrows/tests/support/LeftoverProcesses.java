package io.narrows.tests.support;

import java.util.Comparator;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Kills the processes that the tests of a class started and did not end, so that a failed test does not load the machine for the
 * classes after it. JUnit registers it for all tests of this module.
 *
 * <p>It waits for the end of the class: what a test starts may belong to all of them.
 */
public final class LeftoverProcesses implements BeforeAllCallback {
    private static final ExtensionContext.Namespace NAMESPACE =
            ExtensionContext.Namespace.create(LeftoverProcesses.class);

    @Override
    public void beforeAll(ExtensionContext context) {
        Set<ProcessHandle> before = running();
        AutoCloseable end = () -> killAllBut(before);
        context.getStore(NAMESPACE).put(context.getUniqueId(), end);
    }

    /** Processes of this JVM that run now, with those that they started. */
    static Set<ProcessHandle> running() {
        return ProcessHandle.current().descendants().collect(Collectors.toSet());
    }

    /**
     * Kills parents first, so that none replaces a child that was killed. Processes that ran before keep the children that they have
     * started since.
     */
    static void killAllBut(Set<ProcessHandle> before) {
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
