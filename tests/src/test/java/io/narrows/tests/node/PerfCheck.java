package io.narrows.tests.node;

import io.narrows.testkit.program.Soak;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Unmatched;

/**
 * Runs {@code etcdctl check perf} on a store of one member: a minute of writes, which must all succeed and be removed
 * afterwards. Its verdict on the store's speed depends on the machine, and is ignored.
 *
 * <p>{@code bin/soak check-perf} runs it; arguments go to {@code etcdctl check perf}, as in {@code --load m}.
 */
@Command(name = "check-perf", description = "etcdctl's own load on a store; takes the options of etcdctl check perf.")
public final class PerfCheck implements Soak {
    @Unmatched
    private List<String> arguments = new ArrayList<>();

    @Override
    public Integer call() throws IOException {
        Path folder = Files.createTempDirectory("check-perf");
        Path output = folder.resolve("output");
        try (LocalNode node = LocalNode.alone(folder, Optional.empty())) {
            Etcdctl etcdctl = Etcdctl.of(folder, node.endpoint());
            String[] command = Stream.concat(Stream.of("check", "perf"), arguments.stream())
                    .toArray(String[]::new);
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
        return 0;
    }
}
