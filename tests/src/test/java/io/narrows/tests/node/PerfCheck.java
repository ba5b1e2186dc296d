package io.narrows.tests.node;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Runs {@code etcdctl check perf} on a store of one member: a minute of writes, which must all succeed and be removed
 * afterwards. Its verdict on the store's speed depends on the machine, and is ignored.
 *
 * <p>{@code bin/soak check-perf} runs it; arguments go to {@code etcdctl check perf}, as in {@code --load m}.
 */
final class PerfCheck {
    private PerfCheck() {}

    public static void main(String[] arguments) throws IOException {
        Path folder = Files.createTempDirectory("check-perf");
        Path output = folder.resolve("output");
        try (LocalNode node = LocalNode.alone(folder, Optional.empty())) {
            Etcdctl etcdctl = Etcdctl.of(folder, node.endpoint());
            String[] command = new String[arguments.length + 2];
            command[0] = "check";
            command[1] = "perf";
            System.arraycopy(arguments, 0, command, 2, arguments.length);
            etcdctl.start(output, command).onExit().join();
            String printed = Files.readString(output);
            System.out.print(printed);
            if (!printed.contains("Stddev ") || printed.contains("rror")) {
                throw new IllegalStateException("check perf did not run through");
            }
            String left = etcdctl.run("get", "/etcdctl-check-perf/", "--prefix", "--keys-only");
            if (!left.isEmpty()) {
                throw new IllegalStateException("check perf left keys: " + left);
            }
        }
        System.exit(0);
    }
}
