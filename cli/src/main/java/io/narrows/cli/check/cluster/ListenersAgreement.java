package io.narrows.cli.check.cluster;

import io.narrows.config.Capture;
import io.narrows.config.HostPort;
import io.narrows.config.yaml.Place;
import io.narrows.config.yaml.Problems;
import io.narrows.config.yaml.Words;
import java.util.ArrayList;
import java.util.List;

/**
 * Checks that nodes on the same machine listen on different addresses, and not on each other's targets. Each node's own
 * addresses are checked with its file.
 */
final class ListenersAgreement implements Agreement {
    private record Listener(NodeFile file, HostPort address, Place place) {}

    @Override
    public void check(List<NodeFile> files, Problems problems) {
        List<Listener> seen = new ArrayList<>();
        for (NodeFile file : files) {
            List<Listener> own = listeners(file);
            for (Listener listener : own) {
                seen.stream()
                        .filter(other -> file.isOnMachineOf(other.file) && other.address.overlaps(listener.address))
                        .findFirst()
                        .ifPresent(other -> problems.report(
                                listener.place,
                                "address " + listener.address + " overlaps " + other.address + " of "
                                        + Words.quote(other.file.id().value()) + " on the same host (" + other.place
                                        + ")",
                                "a unique address"));
            }
            seen.addAll(own);
            files.stream()
                    .filter(other -> !other.equals(file) && file.isOnMachineOf(other))
                    .forEach(other -> targets(file, other, problems));
        }
    }

    /** Checks that no listener uses another node's target address, on which that node's database listens. */
    private static void targets(NodeFile file, NodeFile other, Problems problems) {
        for (Capture capture : file.config().captures()) {
            other.config().targets().forEach((name, target) -> {
                if (capture.listen().overlaps(target.address())) {
                    problems.report(
                            file.capture(capture, capture.key()),
                            "address " + capture.listen() + " is also that of target " + Words.quote(name.value())
                                    + " of "
                                    + Words.quote(other.id().value()) + " on the same host ("
                                    + other.place("targets", name.value())
                                    + ")",
                            "a unique address");
                }
            });
        }
    }

    private static List<Listener> listeners(NodeFile file) {
        List<Listener> listeners = new ArrayList<>();
        listeners.add(new Listener(file, file.config().link().listen(), file.place("link", "listen")));
        listeners.add(new Listener(file, file.config().admin().listen(), file.place("admin", "listen")));
        for (Capture capture : file.config().captures()) {
            listeners.add(new Listener(file, capture.listen(), file.capture(capture, capture.key())));
        }
        return listeners;
    }
}
