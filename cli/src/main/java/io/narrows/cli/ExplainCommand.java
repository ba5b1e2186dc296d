package io.narrows.cli;

import io.narrows.cli.node.StoreText;
import io.narrows.cli.platform.MachinePlace;
import io.narrows.cli.policy.PolicyCell;
import io.narrows.cli.policy.PolicyJson;
import io.narrows.cli.policy.PolicyTable;
import io.narrows.cli.tls.TlsChains;
import io.narrows.config.Config;
import io.narrows.config.Peer;
import io.narrows.config.PeerId;
import io.narrows.config.TrafficClass;
import io.narrows.terminal.option.ConfigOption;
import io.narrows.terminal.option.OutputOption;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Explains the choices of a policy. */
@Command(
        name = "explain",
        description = "Shows which rule applies to a peer and a traffic class, why earlier rules do not, and what"
                + " the traffic costs.")
final class ExplainCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private ConfigOption option;

    @ArgGroup(multiplicity = "1")
    private Subject subject;

    @Option(
            names = "--class",
            paramLabel = "NAME",
            defaultValue = "default",
            description = "Traffic class. Default: ${DEFAULT-VALUE}. Not allowed with --all.")
    private String className;

    @Mixin
    private OutputOption output;

    /** The peers to explain: one, or all. */
    private static final class Subject {
        @Option(names = "--peer", required = true, paramLabel = "ID", description = "Peer that the traffic goes to.")
        private String peerId;

        @Option(
                names = "--all",
                required = true,
                description =
                        "Prints a table of all peers and classes with the codec and, in parentheses, the number of"
                                + " its rule.")
        private boolean all;
    }

    @Override
    public Integer call() {
        Optional<Config> loaded = LoadedConfig.of(MachinePlace.of(option.source()));
        if (loaded.isEmpty()) {
            return Narrows.EXIT_BAD_INPUT;
        }
        PrintWriter out = spec.commandLine().getOut();
        if (subject.all) {
            List<PolicyCell> cells = PolicyCell.all(loaded.get());
            if (output.isJson()) {
                PolicyJson.write(cells, out);
            } else {
                PolicyTable.write(cells, out);
            }
            return 0;
        }
        return explain(loaded.get(), out);
    }

    private int explain(Config config, PrintWriter out) {
        Optional<Peer> peer = PeerId.of(subject.peerId).flatMap(config::peer);
        if (peer.isEmpty()) {
            System.err.println("unknown peer \"" + subject.peerId + "\", expected one of "
                    + config.peers().stream().map(Peer::id).toList());
            return Narrows.EXIT_BAD_INPUT;
        }
        Optional<TrafficClass> trafficClass = config.trafficClasses().stream()
                .filter(known -> known.name().equals(className))
                .findFirst();
        if (trafficClass.isEmpty()) {
            System.err.println("unknown class \"" + className + "\", expected one of " + config.trafficClasses());
            return Narrows.EXIT_BAD_INPUT;
        }
        if (output.isJson()) {
            PolicyJson.write(List.of(PolicyCell.of(config, peer.get(), trafficClass.get())), out);
            return 0;
        }
        String explanation = config.explain(peer.get(), trafficClass.get(), Optional.empty());
        out.print(RunningExplanation.completed(explanation, config, peer.get().id(), className));
        out.print(TlsChains.ofPeer(config, peer.get().id()));
        out.print(StoreText.ofPeer(config, peer.get().id()));
        out.flush();
        return 0;
    }
}
