package io.narrows.cli.check.cluster;

import io.narrows.config.ListenerCapture;
import io.narrows.config.Target;
import io.narrows.config.TargetName;
import io.narrows.config.yaml.Problems;
import io.narrows.config.yaml.Words;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * If a node captures a peer, checks that it has a capture for each target of that peer that other nodes capture and that is open
 * to it, because its database connects to all of them by the same name. Nodes without hosts files pass: the names they dial are
 * unknown.
 */
final class CapturesAgreement implements Agreement {
    @Override
    public void check(List<NodeFile> files, Problems problems) {
        for (NodeFile file : files) {
            if (file.hosts().isPresent()) {
                file.config().peers().stream()
                        .map(peer -> Agreement.find(files, peer.id()))
                        .flatMap(Optional::stream)
                        .filter(peer -> file.captures(peer.id()).findAny().isPresent())
                        .forEach(peer -> check(file, peer, files, problems));
            }
        }
    }

    private static void check(NodeFile file, NodeFile peer, List<NodeFile> files, Problems problems) {
        Set<TargetName> seen = new LinkedHashSet<>();
        file.captures(peer.id()).forEach(capture -> seen.add(capture.target()));
        for (NodeFile other : files) {
            other.captures(peer.id())
                    .filter(capture -> isOpen(peer, capture.target(), file) && seen.add(capture.target()))
                    .forEach(capture -> report(file, peer, other, capture, problems));
        }
    }

    private static boolean isOpen(NodeFile peer, TargetName name, NodeFile to) {
        Target target = peer.config().targets().get(name);
        return target != null && target.admits(to.id());
    }

    private static void report(
            NodeFile file, NodeFile peer, NodeFile other, ListenerCapture capture, Problems problems) {
        problems.report(
                file.place("capture"),
                "no capture for target " + Words.quote(capture.target().value()) + " of "
                        + Words.quote(peer.id().value()) + ", which "
                        + Words.quote(other.id().value()) + " has (" + other.capture(capture, "target") + ")",
                "a capture of it, or " + Words.quote(file.id().value()) + " removed from the peers of the target ("
                        + peer.place("targets", capture.target().value()) + ")");
    }
}
