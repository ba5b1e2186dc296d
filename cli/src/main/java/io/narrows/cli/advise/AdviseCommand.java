package io.narrows.cli.advise;

import io.narrows.cli.admin.AdminClient;
import io.narrows.config.HostPort;
import io.narrows.terminal.output.Reason;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Proposes rules of the policy from the estimates of running sidecars. */
@Command(
        name = "advise",
        description =
                "Shows what other codecs and levels would cost on what running sidecars send, and proposes rules.",
        footer = {
            "",
            "The sidecars need \"what-if: true\" in their configuration, and traffic: the figures",
            "rest on samples of the last ten minutes. For each peer and class the candidate",
            "whose bytes and processor time cost least is proposed, if at least 256 KiB were",
            "sampled. Several sidecars are asked for a file that they share: their samples of",
            "the same peer and class are added up.",
            "Exits with 1 if a sidecar does not respond, or if none has samples."
        })
public final class AdviseCommand implements Callable<Integer> {
    private static final int NO_SAMPLES = 1;
    private static final Duration LIMIT = Duration.ofSeconds(5);

    private enum Format {
        table,
        json,
        yaml
    }

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--admin",
            arity = "1..*",
            split = ",",
            paramLabel = "HOST:PORT",
            defaultValue = "127.0.0.1:9901",
            description = "Admin addresses of the sidecars. Default: ${DEFAULT-VALUE}.")
    private List<String> admin = List.of();

    @Option(
            names = "--output",
            paramLabel = "FORMAT",
            defaultValue = "table",
            description =
                    "Output format: ${COMPLETION-CANDIDATES}; the table is followed by the rules. Default: table.")
    private Format format;

    @Override
    public Integer call() {
        AdminClient client = new AdminClient(LIMIT);
        List<Sidecar> sidecars = new ArrayList<>();
        for (HostPort address : addresses()) {
            try {
                sidecars.add(SidecarReader.read(address.toString(), client.text(address, "/what-if")));
            } catch (IOException e) {
                return fail("no estimates from " + address + ": " + Reason.of(e));
            }
        }
        List<Proposal> proposals = Proposal.of(sidecars);
        if (proposals.isEmpty()) {
            return fail(noSamples(sidecars));
        }
        sidecars.stream().filter(sidecar -> !sidecar.active()).forEach(this::warn);
        write(sidecars, proposals, spec.commandLine().getOut());
        return 0;
    }

    private List<HostPort> addresses() {
        try {
            return admin.stream().map(HostPort::parse).distinct().toList();
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), "--admin: " + e.getMessage());
        }
    }

    private void write(List<Sidecar> sidecars, List<Proposal> proposals, PrintWriter out) {
        switch (format) {
            case json -> AdviceJson.write(sidecars, proposals, out);
            case yaml -> RulesYaml.write(proposals, out);
            case table -> {
                AdviceTable.write(sidecars, proposals, out);
                RulesYaml.write(proposals, out);
            }
        }
    }

    private static String noSamples(List<Sidecar> sidecars) {
        return sidecars.stream().anyMatch(Sidecar::active)
                ? "no samples in the last ten minutes; try again when links have carried traffic for a minute"
                : "no samples, since what-if is off; set \"what-if: true\", reload, and try again after a minute of traffic";
    }

    private void warn(Sidecar sidecar) {
        say(sidecar.node() + " at " + sidecar.admin() + ": what-if is off; its samples are from before");
    }

    private int fail(String message) {
        say(message);
        return NO_SAMPLES;
    }

    private void say(String message) {
        PrintWriter err = spec.commandLine().getErr();
        err.println("narrows: " + message);
        err.flush();
    }
}
