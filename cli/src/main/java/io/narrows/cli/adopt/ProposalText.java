package io.narrows.cli.adopt;

import io.narrows.cli.generate.database.Comment;
import io.narrows.config.HostPort;
import io.narrows.config.IpAddress;
import java.util.List;
import java.util.SortedSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Formats a proposal as a configuration with comments. */
final class ProposalText {
    private static final int LINK_PORT = 15000;
    private static final int CAPTURE_PORT = 15001;
    private static final int NAMED_CLIENTS = 5;
    private static final String UNKNOWN_PLACE = "region: unknown, zone: unknown, host: ";

    private final Proposal proposal;
    private final String hostName;
    private final String id;
    private final StringBuilder text = new StringBuilder();

    private ProposalText(Proposal proposal, String hostName) {
        this.proposal = proposal;
        this.hostName = hostName;
        this.id = id(proposal.own().get(0));
    }

    /** Returns the configuration of the host with that name. */
    static String of(Proposal proposal, String hostName) {
        ProposalText writer = new ProposalText(proposal, hostName);
        writer.introduction();
        writer.node();
        writer.link();
        writer.peers();
        writer.capture();
        writer.text.append('\n');
        writer.comment("", "No policy is set: the default one applies, which chooses the codec by distance.");
        return writer.text.toString();
    }

    private void introduction() {
        comment(
                "",
                "Proposed by narrows adopt from the connections that " + hostName + " has now. Nothing was changed.");
        text.append("#\n");
        comment("", "Narrows could not know:");
        point("Regions and zones. Replace each \"unknown\"; write the same for a node in the files of all nodes. With"
                + " these values every node counts as in the same zone.");
        point(
                "Which addresses belong to the same host. If a peer is listed under two addresses, keep one peer with both"
                        + " in its ip.");
        point("Peers without a connection now. Add them.");
        point("Whether the traffic is encrypted. Encrypted traffic is carried, but cannot be compressed.");
        if (!proposal.complete()) {
            point(
                    "Which process each connection belongs to. Those of other users are visible to root only; without them, the"
                            + " port decides.");
        }
        if (!proposal.clients().isEmpty()) {
            point("Whether a client is a peer too. Left out, because clients make such connections: "
                    + proposal.clients().entrySet().stream()
                            .map(port -> "port " + port.getKey() + " with " + named(port.getValue()))
                            .collect(Collectors.joining("; "))
                    + ". narrows adopt --port includes a port.");
        }
        text.append("#\n");
        comment(
                "",
                "Next, with narrows.yaml for the name of this file: narrows check --config narrows.yaml. Then, when the"
                        + " sidecar of this node runs (narrows run --config narrows.yaml): narrows capture apply --config"
                        + " narrows.yaml --user USER, with the user that the sidecar runs as. To undo it: narrows capture remove.");
        text.append("version: 1\n\n");
    }

    private void node() {
        comment(
                "",
                "The ids are made from addresses, so that the files that narrows adopt proposes on other hosts call"
                        + " this node and its peers the same. To rename a node, rename it in all files.");
        if (proposal.own().size() > 1) {
            comment(
                    "",
                    "This host also has connections from "
                            + proposal.own().stream()
                                    .skip(1)
                                    .map(IpAddress::toString)
                                    .collect(Collectors.joining(", "))
                            + ": a peer that knows it by such an address has another id for it. Change it there.");
        }
        text.append("node: {id: %s, %s%s}\n\n".formatted(id, UNKNOWN_PLACE, id));
    }

    private void link() {
        text.append("link:\n  listen: ")
                .append(quoted(proposal.hasV6() ? "::" : "0.0.0.0", LINK_PORT))
                .append('\n');
        comment(
                "  ",
                "Links in plain text are not encrypted, and do not prove who the peer is. For TLS, give each node a"
                        + " certificate with its id (subjectAltName = DNS:" + id
                        + "), and replace the next line by the one after it.");
        text.append("  plaintext: true\n  # tls: {cert: %1$s.pem, key: %1$s.key, ca: ca.pem}\n\n".formatted(id));
        comment("", "Connections are delivered to the address that they were made to, so none needs a target.");
        text.append("targets: {}\n\n");
    }

    private void peers() {
        comment(
                "",
                "Until a peer has a sidecar, connections to it are made directly: fallback. Remove it when all nodes have one.");
        text.append("peers:\n");
        proposal.peers().forEach((ip, ports) -> {
            ports.values().forEach(port -> comment("  ", port.explanation()));
            text.append("  - {id: %1$s, %2$s%1$s, link: %3$s, ip: %4$s, fallback: plain}\n"
                    .formatted(id(ip), UNKNOWN_PLACE, quoted(ip.toString(), LINK_PORT), quoted(ip)));
        });
        text.append('\n');
    }

    private void capture() {
        comment(
                "",
                "Connections of this host to these ports of peers are captured, and peers may reach these ports of this"
                        + " host. The class applies to all of them; without it, Narrows detects the class of each, such as"
                        + " heartbeats.");
        comment(
                "",
                "In plain text, databases see connections come from their own host. With TLS they see the peer's"
                        + " address, if the sidecar has CAP_NET_ADMIN; to have that in plain text, add source: keep and plaintext:"
                        + " true.");
        List<Integer> occasional = proposal.ports(ip -> true).stream()
                .flatMap(port -> Database.occasionalPorts(port).stream())
                .toList();
        if (!occasional.isEmpty()) {
            comment(
                    "",
                    "Ports " + occasional
                            + " are those of Galera's state transfers, which may have no connection now.");
        }
        text.append("capture:\n");
        transparent("127.0.0.1", ip -> !ip.isV6());
        transparent("::1", IpAddress::isV6);
    }

    private void transparent(String loopback, Predicate<IpAddress> family) {
        SortedSet<Integer> ports = proposal.ports(family);
        if (!ports.isEmpty()) {
            text.append("  - {transparent: %s, ports: %s, class: replication}\n"
                    .formatted(quoted(loopback, CAPTURE_PORT), ports));
        }
    }

    private void comment(String indent, String sentences) {
        text.append(Comment.text(indent, sentences));
    }

    /** Adds an item of a list in a comment. */
    private void point(String sentences) {
        List<String> lines = Comment.text("  ", sentences).lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            text.append(i == 0 ? "# - " : "#   ")
                    .append(lines.get(i).substring("  # ".length()))
                    .append('\n');
        }
    }

    private static String named(SortedSet<IpAddress> ips) {
        String first =
                ips.stream().limit(NAMED_CLIENTS).map(IpAddress::toString).collect(Collectors.joining(", "));
        int others = ips.size() - NAMED_CLIENTS;
        return others > 0 ? first + " and " + others + (others == 1 ? " other" : " others") : first;
    }

    private static String id(IpAddress ip) {
        return "node-" + ip.toString().replace('.', '-').replace(':', '-');
    }

    private static String quoted(IpAddress ip) {
        return ip.isV6() ? "\"" + ip + "\"" : ip.toString();
    }

    private static String quoted(String host, int port) {
        String address = new HostPort(host, port).toString();
        return address.startsWith("[") ? "\"" + address + "\"" : address;
    }
}
