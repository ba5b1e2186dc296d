package io.narrows.tests.support;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;

/** A program of the tests in a separate JVM, which runs for some seconds. */
public final class TestProgram {
    private TestProgram() {}

    /**
     * Returns the command that runs a class of the tests. Its JVM compiles everything once and collects garbage in one thread, which
     * takes less processor time in so short a run.
     */
    public static List<String> command(Class<?> main, String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                ProcessHandle.current().info().command().orElseThrow(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
        command.addAll(List.of(arguments));
        return command;
    }

    /** Starts a server's class on a host, with its port as the argument, and waits until it prints that it is listening. */
    static Server serve(Host host, String name, Class<?> main, int port) {
        Server server = host.start(name, command(main, Integer.toString(port)));
        Awaitility.await(name)
                .atMost(Duration.ofMinutes(1))
                .until(() -> server.log().contains("listening"));
        return server;
    }
}
