package io.narrows.cli;

import io.narrows.cli.node.StoreText;
import io.narrows.config.Config;
import io.narrows.config.Peer;
import io.narrows.config.TrafficClass;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "explain",
        description = "Names the rule that holds for a peer and a class, why those above it do not, and the price.")
final class ExplainCommand implements Callable<Integer> {
    @Mixin
    private ConfigOption option;

    @Option(names = "--peer", required = true, paramLabel = "ID", description = "The peer that the traffic goes to.")
    private String peerId;

    @Option(
            names = "--class",
            paramLabel = "NAME",
            defaultValue = "default",
            description = "The class of the traffic; ${DEFAULT-VALUE} when left out.")
    private String className;

    @Override
    public Integer call() {
        Optional<Config> loaded = option.load();
        if (loaded.isEmpty()) {
            return Narrows.EXIT_BAD_INPUT;
        }
        Config config = loaded.get();
        Optional<Peer> peer = config.peer(peerId);
        if (peer.isEmpty()) {
            System.err.println("no peer \"" + peerId + "\", expected one of "
                    + config.peers().stream().map(Peer::id).toList());
            return Narrows.EXIT_BAD_INPUT;
        }
        Optional<TrafficClass> trafficClass = config.trafficClasses().stream()
                .filter(known -> known.name().equals(className))
                .findFirst();
        if (trafficClass.isEmpty()) {
            System.err.println("no class \"" + className + "\", expected one of " + config.trafficClasses());
            return Narrows.EXIT_BAD_INPUT;
        }
        String explanation = config.explain(peer.get(), trafficClass.get(), Optional.empty());
        System.out.print(RunningExplanation.completed(explanation, config, peerId, className));
        System.out.print(StoreText.ofPeer(config, peerId));
        return 0;
    }
}
