package io.narrows.cli.adopt;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Proposes a configuration for a running cluster. */
@Command(
        name = "adopt",
        description = "Proposes a configuration for the databases that run on this host, from their connections.",
        footer = {
            "",
            "Prints a file with comments, for transparent capture: a peer for each host that",
            "the databases have connections with. The comments say what to fill in. Nothing",
            "on the host is changed. Without --port and --process, it looks for the programs",
            "and default ports of well-known databases. Root sees which process a connection",
            "belongs to; other users see only that of their own processes.",
            "Exits with 1 if it finds no peer."
        })
public final class AdoptCommand implements Callable<Integer> {
    private static final int NOTHING_FOUND = 1;
    private static final int BAD_INPUT = 2;
    private static final int MAX_PORT = 65535;

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--port",
            arity = "1..*",
            split = ",",
            paramLabel = "PORT",
            description = "Ports of databases; connections to them, in either direction, are those of peers.")
    private Set<Integer> ports = Set.of();

    @Option(
            names = "--process",
            arity = "1..*",
            split = ",",
            paramLabel = "NAME",
            description = "Names of databases' processes, such as etcd, or of the class that a JVM runs.")
    private List<String> processes = List.of();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "Writes a new file instead of standard output.")
    private @Nullable Path output;

    @Option(names = "--proc", hidden = true, paramLabel = "DIR", description = "Reads a copy of /proc.")
    private Path proc = Path.of("/proc");

    @Override
    public Integer call() {
        for (int port : ports) {
            if (port < 1 || port > MAX_PORT) {
                throw new ParameterException(
                        spec.commandLine(), "--port " + port + ": expected a port from 1 to " + MAX_PORT);
            }
        }
        try {
            return propose(new ProcFiles(proc), new Search(ports, processes));
        } catch (FileAlreadyExistsException e) {
            return fail(BAD_INPUT, output + " exists and was not changed (name a new file)");
        } catch (IOException | IllegalArgumentException e) {
            return fail(NOTHING_FOUND, "cannot read connections or write the proposal: " + e);
        }
    }

    private int propose(ProcFiles files, Search search) throws IOException {
        List<TcpSocket> sockets = files.sockets();
        Map<Long, Program> programs = files.programs();
        Connections connections = Connections.of(sockets, programs);
        Optional<Proposal> proposal = Proposal.of(connections, search);
        if (proposal.isEmpty()) {
            return fail(NOTHING_FOUND, notFound(connections, search));
        }
        write(ProposalText.of(proposal.get(), files.hostName()));
        return 0;
    }

    private static String notFound(Connections connections, Search search) {
        return "found no peer among the " + connections.all().size()
                + " connections of this host with others. Looked for "
                + search
                + ". Name the databases with --port or --process, while they are connected to their peers; and run"
                + " it as root to see the processes of all users.";
    }

    private void write(String text) throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        if (output == null) {
            out.print(text);
        } else {
            Files.writeString(output, text, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            out.println("wrote " + output + "; its comments say what to fill in");
        }
        out.flush();
    }

    private int fail(int exitCode, String message) {
        PrintWriter err = spec.commandLine().getErr();
        err.println("narrows: " + message);
        err.flush();
        return exitCode;
    }
}
