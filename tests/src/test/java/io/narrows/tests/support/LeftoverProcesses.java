package io.narrows.tests.support;

import java.util.Comparator;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Kills the processes that the tests of a class left running, so that a failed test does not slow down later classes. JUnit
 * registers this extension for all tests of the module.
 *
 * <p>Runs at the end of the class, since a process may be shared by its tests.
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

    /** Returns the running descendants of this JVM. */
    static Set<ProcessHandle> running() {
        return ProcessHandle.current().descendants().collect(Collectors.toSet());
    }

    /** Kills parents first, so that none replaces a killed child. Processes that ran before the class keep their children. */
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
