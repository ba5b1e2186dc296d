package io.narrows.cli;

import io.narrows.cli.generate.ClusterFile;
import io.narrows.cli.generate.GenerateException;
import io.narrows.cli.generate.Generator;
import io.narrows.cli.generate.Instructions;
import io.narrows.cli.generate.Layout;
import io.narrows.cli.generate.database.Cluster;
import io.narrows.config.yaml.Problems;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "generate",
        description =
                "Writes the configurations, certificates, hosts file lines and database settings for all nodes of a"
                        + " cluster.",
        footer = {
            "",
            "Each node gets a folder with narrows.yaml, which is the same on all nodes, the id of",
            "the node for it (environment), certificate and key, lines for",
            "/etc/hosts, and commented lines for the database's own configuration. DIR/ca",
            "holds a private certificate authority. Another run applies a changed cluster",
            "file and keeps certificates and keys. Requires openssl."
        })
final class GenerateCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "CLUSTER.yaml", description = "Cluster file: the nodes and the type of database.")
    private Path file;

    @Option(
            names = "--out",
            required = true,
            paramLabel = "DIR",
            description = "Output directory: a new one, or that of an earlier run.")
    private Path out;

    @Option(names = "--renew", description = "Issues new certificates and keys to all nodes, from the same authority.")
    private boolean renew;

    @Option(
            names = "--per-node",
            description = "Writes a separate configuration for each node instead of one that all nodes share.")
    private boolean perNode;

    @Override
    public Integer call() {
        Problems problems = new Problems();
        Optional<Cluster> cluster = ClusterFile.read(file, problems);
        if (cluster.isEmpty()) {
            problems.sorted().forEach(System.err::println);
            return Narrows.EXIT_BAD_INPUT;
        }
        Layout layout = perNode ? Layout.PER_NODE : Layout.SHARED;
        try {
            List<String> made = new Generator(cluster.get(), out, renew, layout).write();
            PrintWriter print = spec.commandLine().getOut();
            print.print(Instructions.of(cluster.get(), out, made, layout));
            print.flush();
            return 0;
        } catch (GenerateException e) {
            System.err.println(e.getMessage());
        } catch (IOException e) {
            System.err.println(
                    "cannot read or write " + out + ": " + e + ", expected a folder that this user can write to");
        }
        return Narrows.EXIT_BAD_INPUT;
    }
}
