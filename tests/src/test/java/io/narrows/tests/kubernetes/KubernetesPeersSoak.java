package io.narrows.tests.kubernetes;

import io.narrows.node.file.Directories;
import io.narrows.testkit.program.Soak;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Command;

/** Peers are found by the EndpointSlices of a real API server. */
@Command(
        name = "kubernetes-peers",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Peers are found by the EndpointSlices of a real API server.")
public final class KubernetesPeersSoak implements Soak {
    @Override
    public Integer call() throws Exception {
        Path directory = Files.createTempDirectory("kubernetes-peers");
        System.out.println("files and logs: " + directory);
        try (KubernetesPeersRun run = new KubernetesPeersRun(directory, System.out)) {
            run.run();
        }
        Directories.delete(directory);
        return 0;
    }
}
