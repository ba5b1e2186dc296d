package io.narrows.cli.check.cluster;

import io.narrows.config.HostPort;
import io.narrows.config.ListenerCapture;
import io.narrows.config.Target;
import io.narrows.config.yaml.Problems;
import io.narrows.config.yaml.Words;
import java.util.List;
import java.util.Optional;

/**
 * Checks that a capture has the port of its target if both have the same name or the same loopback address, since databases
 * connect to the same port everywhere.
 */
final class PortsAgreement implements Agreement {
    @Override
    public void check(List<NodeFile> files, Problems problems) {
        for (NodeFile file : files) {
            file.captures()
                    .forEach(capture -> Agreement.find(files, capture.peer())
                            .ifPresent(peer -> check(file, capture, peer, problems)));
        }
    }

    private static void check(NodeFile file, ListenerCapture capture, NodeFile peer, Problems problems) {
        Target target = peer.config().targets().get(capture.target());
        if (target == null || target.address().port() == capture.listen().port()) {
            return;
        }
        sharedName(file, capture.listen(), peer, target.address())
                .or(() -> sharedAddress(capture.listen(), target.address()))
                .ifPresent(shared -> problems.report(
                        file.capture(capture, "listen"),
                        "capture " + capture.listen() + " uses a different port from target "
                                + Words.quote(capture.target().value()) + " of "
                                + Words.quote(peer.id().value())
                                + ", which is "
                                + target.address() + " ("
                                + peer.place("targets", capture.target().value()) + ")",
                        "the same port in both, because " + shared + " resolves to both"));
    }

    private static Optional<String> sharedName(NodeFile file, HostPort listen, NodeFile peer, HostPort target) {
        return file.hosts().stream()
                .flatMap(hosts -> hosts.names(listen.host()).stream())
                .filter(name -> peer.hosts()
                        .flatMap(hosts -> hosts.find(name))
                        .filter(entry -> entry.address().equals(target.host()))
                        .isPresent())
                .findFirst()
                .map(Words::quote);
    }

    /** Returns the loopback address shared by both; 127.0.0.1 does not count, because every machine uses it for itself. */
    private static Optional<String> sharedAddress(HostPort listen, HostPort target) {
        String host = listen.host();
        return host.startsWith("127.") && !host.equals("127.0.0.1") && host.equals(target.host())
                ? Optional.of(host)
                : Optional.empty();
    }
}
