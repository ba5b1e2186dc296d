package io.narrows.cli.check.cluster;

import io.narrows.config.ListenerCapture;
import io.narrows.config.Peer;
import io.narrows.config.Target;
import io.narrows.config.yaml.Place;
import io.narrows.config.yaml.Problems;
import io.narrows.config.yaml.Words;
import java.util.List;
import java.util.Optional;

/**
 * Checks that a name resolves to each captured address, and at the peer to the target itself. No such name may resolve to an
 * address without a capture or be the address of a link. Clusters without hosts files, whose nodes use addresses, pass.
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
                        "a file with lines for the hosts file, as on other nodes");
            } else {
                file.captures().forEach(capture -> check(file, hosts.get(), capture, files, problems));
                for (Peer peer : file.config().peers()) {
                    Agreement.find(files, peer.id()).ifPresent(other -> {
                        link(file, hosts.get(), peer, other, problems);
                        names(file, hosts.get(), other, problems);
                    });
                }
            }
        }
    }

    private static void check(
            NodeFile file, HostsLines hosts, ListenerCapture capture, List<NodeFile> files, Problems problems) {
        List<String> names = hosts.names(capture.listen().host());
        if (names.isEmpty()) {
            problems.report(
                    file.capture(capture, "listen"),
                    "no name resolves to " + capture.listen().host() + " in " + hosts.file(),
                    "a line with the name of " + Words.quote(capture.peer().value()));
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

    /** Checks that each name by which a peer knows its own targets resolves to a capture of that peer here. */
    private static void names(NodeFile file, HostsLines hosts, NodeFile peer, Problems problems) {
        boolean unnamed = file.captures(peer.id())
                .anyMatch(capture -> hosts.names(capture.listen().host()).isEmpty());
        if (unnamed || peer.hosts().isEmpty()) {
            return;
        }
        for (String name : peer.hosts().get().addresses().keySet()) {
            Optional<String> there = peer.hosts().get().find(name).map(HostsLines.Entry::address);
            Optional<HostsLines.Entry> here = hosts.find(name);
            if (there.filter(peer::hasTargetAt).isPresent()
                    && here.filter(entry -> !isServed(file, peer, entry)).isPresent()) {
                problems.report(
                        hosts.place(name),
                        Words.quote(name) + " resolves to " + here.get().address() + ", where no capture for "
                                + Words.quote(peer.id().value()) + " listens (" + file.place("capture") + ")",
                        "a capture for each of its targets that is used here");
            }
        }
    }

    /** Returns whether an address belongs to a capture, or is one on which a process other than the sidecar listens. */
    private static boolean isServed(NodeFile file, NodeFile peer, HostsLines.Entry entry) {
        return entry.isLocalhost()
                || file.hasTargetAt(entry.address())
                || file.captures(peer.id())
                        .anyMatch(capture -> capture.listen().host().equals(entry.address()));
    }

    /** Checks that a link's address is not captured, since a sidecar that dials a captured address reaches itself. */
    private static void link(NodeFile file, HostsLines hosts, Peer peer, NodeFile other, Problems problems) {
        String name = peer.link().host();
        Optional<HostsLines.Entry> entry = hosts.find(name);
        if (entry.filter(found -> leadsToSidecar(file, other, found)).isPresent()) {
            problems.report(
                    file.peer(peer.id(), "link"),
                    Words.quote(name) + " resolves to " + entry.get().address() + " on this machine ("
                            + hosts.place(name) + ")",
                    "an address of the machine of " + Words.quote(peer.id().value())
                            + ", not overridden in the hosts file");
        }
    }

    private static boolean leadsToSidecar(NodeFile file, NodeFile other, HostsLines.Entry entry) {
        return file.captures().anyMatch(capture -> capture.listen().host().equals(entry.address()))
                || entry.isLoopback() && !file.isOnMachineOf(other);
    }

    private static void atPeer(
            HostsLines hosts, String name, NodeFile peer, HostsLines peersHosts, String target, Problems problems) {
        Optional<HostsLines.Entry> entry = peersHosts.find(name);
        if (entry.isEmpty()) {
            problems.report(
                    hosts.place(name),
                    Words.quote(name) + " resolves to an address of "
                            + Words.quote(peer.id().value()) + ", but is missing" + " from " + peersHosts.file(),
                    "the same names in all hosts files");
        } else if (!entry.get().address().equals(target)) {
            problems.report(
                    peersHosts.place(name),
                    Words.quote(name) + " resolves to " + entry.get().address() + ", but on other nodes to a capture"
                            + " for "
                            + Words.quote(peer.id().value()),
                    target + ", the address of its target");
        }
    }
}
