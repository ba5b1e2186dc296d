package io.narrows.cli;

import io.narrows.cli.generate.ClusterFile;
import io.narrows.cli.generate.GenerateException;
import io.narrows.cli.generate.Generator;
import io.narrows.cli.generate.Instructions;
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
                "Writes the configurations, certificates, hosts lines and database settings of all nodes of a cluster.",
        footer = {
            "",
            "For each node a folder: narrows.yaml, its certificate and key, lines for",
            "/etc/hosts, and the lines that the database's own settings need, with reasons.",
            "In DIR/ca is a private certificate authority. A second run keeps certificates",
            "and keys, and takes a changed cluster file. Needs the program openssl."
        })
final class GenerateCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "CLUSTER.yaml", description = "The cluster file: nodes and type of database.")
    private Path file;

    @Option(
            names = "--out",
            required = true,
            paramLabel = "DIR",
            description = "Where the files go: a new folder, or one of an earlier run.")
    private Path out;

    @Option(names = "--renew", description = "Makes new certificates and keys for all nodes, by the same authority.")
    private boolean renew;

    @Override
    public Integer call() {
        Problems problems = new Problems();
        Optional<Cluster> cluster = ClusterFile.read(file, problems);
        if (cluster.isEmpty()) {
            problems.sorted().forEach(System.err::println);
            return Narrows.EXIT_BAD_INPUT;
        }
        try {
            List<String> made = new Generator(cluster.get(), out, renew).write();
            PrintWriter print = spec.commandLine().getOut();
            print.print(Instructions.of(cluster.get(), out, made));
            print.flush();
            return 0;
        } catch (GenerateException e) {
            System.err.println(e.getMessage());
        } catch (IOException e) {
            System.err.println(
                    "cannot read or write " + out + ": " + e + ", expected a folder that this user may change");
        }
        return Narrows.EXIT_BAD_INPUT;
    }
}
