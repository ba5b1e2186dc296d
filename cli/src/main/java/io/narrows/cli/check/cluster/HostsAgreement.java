package io.narrows.cli.check.cluster;

import io.narrows.config.ListenerCapture;
import io.narrows.config.Target;
import io.narrows.config.yaml.Place;
import io.narrows.config.yaml.Problems;
import io.narrows.config.yaml.Words;
import java.util.List;
import java.util.Optional;

/**
 * Checks that a name leads to each captured address, and at the peer to the target itself. Clusters without hosts files,
 * whose nodes use addresses, pass.
 */
final class HostsAgreement implements Agreement {
    @Override
    public void check(List<NodeFile> files, Problems problems) {
        if (files.stream().allMatch(file -> file.hosts().isEmpty())) {
            return;
        }
        for (NodeFile file : files) {
            Optional<HostsLines> hosts = file.hosts();
            if (hosts.isEmpty()) {
                problems.report(
                        Place.of(file.file().resolveSibling("hosts").toString()),
                        "the file does not exist or cannot be read",
                        "lines for the hosts file, as other nodes have");
            } else {
                file.captures().forEach(capture -> check(file, hosts.get(), capture, files, problems));
            }
        }
    }

    private static void check(
            NodeFile file, HostsLines hosts, ListenerCapture capture, List<NodeFile> files, Problems problems) {
        List<String> names = hosts.names(capture.listen().host());
        if (names.isEmpty()) {
            problems.report(
                    file.capture(capture, "listen"),
                    "no name leads to " + capture.listen().host() + " in " + hosts.file(),
                    "a line with the name of " + Words.quote(capture.peer()));
        }
        Optional<NodeFile> peer = Agreement.find(files, capture.peer());
        Optional<Target> target =
                peer.map(other -> other.config().targets()).map(targets -> targets.get(capture.target()));
        if (target.isPresent() && peer.get().hosts().isPresent()) {
            names.forEach(name -> atPeer(
                    hosts,
                    name,
                    peer.get(),
                    peer.get().hosts().get(),
                    target.get().address().host(),
                    problems));
        }
    }

    private static void atPeer(
            HostsLines hosts, String name, NodeFile peer, HostsLines peersHosts, String target, Problems problems) {
        Optional<HostsLines.Entry> entry = peersHosts.find(name);
        if (entry.isEmpty()) {
            problems.report(
                    hosts.place(name),
                    Words.quote(name) + " leads to " + Words.quote(peer.id()) + ", and is not in " + peersHosts.file(),
                    "the same names in all hosts files");
        } else if (!entry.get().address().equals(target)) {
            problems.report(
                    peersHosts.place(name),
                    Words.quote(name) + " leads to " + entry.get().address() + ", and elsewhere to the sidecar before "
                            + Words.quote(peer.id()),
                    target + ", the address of its target");
        }
    }
}
