package io.narrows.cli.check.cluster;

import io.narrows.config.Peer;
import io.narrows.config.yaml.Problems;
import io.narrows.config.yaml.Suggestion;
import io.narrows.config.yaml.Words;
import java.util.List;
import java.util.Optional;

/** Checks that peers are mutual, and that their places match their own files. */
final class PeersAgreement implements Agreement {
    @Override
    public void check(List<NodeFile> files, Problems problems) {
        List<String> ids = files.stream().map(file -> file.id().value()).toList();
        for (NodeFile file : files) {
            for (Peer peer : file.config().peers()) {
                Optional<NodeFile> other = Agreement.find(files, peer.id());
                if (other.isEmpty()) {
                    problems.report(
                            file.peer(peer.id(), "id"),
                            "no configuration for peer " + Words.quote(peer.id().value())
                                    + Suggestion.after(peer.id().value(), ids),
                            "a configuration for each node");
                } else {
                    check(file, peer, other.get(), problems);
                }
            }
        }
    }

    private static void check(NodeFile file, Peer peer, NodeFile other, Problems problems) {
        if (other.config().peer(file.id()).isEmpty()) {
            problems.report(
                    other.place("peers"),
                    Words.quote(file.id().value()) + " is not a peer of "
                            + Words.quote(other.id().value()) + ", which is one of its peers ("
                            + file.peer(peer.id(), "id") + ")",
                    "nodes that are peers of each other");
        }
        peer.location()
                .filter(place -> !place.agreesWith(other.config().node().location()))
                .ifPresent(place -> problems.report(
                        file.peer(peer.id(), "region"),
                        "peer " + Words.quote(peer.id().value()) + " is at " + place,
                        other.config().node().location() + ", as at " + other.place("node", "region")));
    }
}
