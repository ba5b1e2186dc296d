package io.narrows.tests.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;

/**
 * A switch between interfaces that delays frames with the program {@code delay}, in place of netem, which not every kernel
 * has.
 */
final class DelayedSwitch implements AutoCloseable {
    /** Output of {@code bin/soak}. */
    private static final Path PROGRAM = Path.of("target/delay").toAbsolutePath();

    private static final String NEAR = "near";
    private static final String NEAR_AT_SWITCH = "nearswitch";
    private static final Duration LIMIT = Duration.ofMinutes(3);

    private final Server program;

    /**
     * @param near a bridge without delay
     * @param far interfaces with that delay between them
     */
    DelayedSwitch(String near, List<String> far, Duration oneWay) {
        Command.run("ip", "link", "add", NEAR, "type", "veth", "peer", "name", NEAR_AT_SWITCH);
        Command.run("ip", "link", "set", NEAR_AT_SWITCH, "master", near, "up");
        Command.run("ip", "link", "set", NEAR, "up");
        Offloads.off(List.of(near, NEAR, NEAR_AT_SWITCH));
        Offloads.off(far);
        far.forEach(port -> Command.run("ip", "link", "set", port, "nomaster"));
        List<String> command = new ArrayList<>(List.of(PROGRAM.toString(), oneWay.toNanos() + "ns", NEAR));
        command.addAll(far);
        try {
            program = Server.start(command, Files.createTempFile("delay", ".log"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Awaitility.await("delayed switch")
                .atMost(LIMIT)
                .until(() -> program.log().contains("ready"));
    }

    @Override
    public void close() {
        program.kill();
        Command.run("ip", "link", "delete", NEAR);
    }
}
