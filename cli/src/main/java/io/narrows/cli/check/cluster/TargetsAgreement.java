package io.narrows.cli.check.cluster;

import io.narrows.config.ListenerCapture;
import io.narrows.config.Peer;
import io.narrows.config.Target;
import io.narrows.config.TargetName;
import io.narrows.config.yaml.Problems;
import io.narrows.config.yaml.Suggestion;
import io.narrows.config.yaml.Words;
import java.util.List;
import java.util.Map;

/** Checks that the target of each capture exists at the peer, which must admit this node. */
final class TargetsAgreement implements Agreement {
    @Override
    public void check(List<NodeFile> files, Problems problems) {
        for (NodeFile file : files) {
            file.captures()
                    .forEach(capture -> Agreement.find(files, capture.peer())
                            .ifPresent(other -> check(file, capture, other, problems)));
            for (Peer peer : file.config().peers()) {
                Agreement.find(files, peer.id()).ifPresent(other -> addresses(file, peer, other, problems));
            }
        }
    }

    private static void check(NodeFile file, ListenerCapture capture, NodeFile other, Problems problems) {
        Map<TargetName, Target> targets = other.config().targets();
        Target target = targets.get(capture.target());
        if (target == null) {
            problems.report(
                    file.capture(capture, "target"),
                    unknown(capture.target(), other),
                    "one of its targets, which are " + Words.and(names(targets)) + " (" + other.place("targets") + ")");
        } else if (!target.admits(file.id())) {
            problems.report(
                    other.place("targets", capture.target().value(), "peers"),
                    "target " + Words.quote(capture.target().value()) + " is not available to "
                            + Words.quote(file.id().value()) + ", which captures it (" + file.capture(capture, "target")
                            + ")",
                    "that node in the list of the target's peers");
        }
    }

    private static void addresses(NodeFile file, Peer peer, NodeFile other, Problems problems) {
        for (TargetName target : peer.addresses().keySet()) {
            if (!other.config().targets().containsKey(target)) {
                problems.report(file.peer(peer.id(), "addresses"), unknown(target, other), "one of its targets");
            }
        }
    }

    private static String unknown(TargetName target, NodeFile other) {
        return Words.quote(other.id().value()) + " has no target " + Words.quote(target.value())
                + Suggestion.after(target.value(), names(other.config().targets()));
    }

    private static List<String> names(Map<TargetName, Target> targets) {
        return targets.keySet().stream().map(TargetName::value).toList();
    }
}
