package io.narrows.lab.cluster;

import io.narrows.config.HostPort;
import io.narrows.lab.process.FreePorts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The layout of the cluster: two zones of one region, and another region.
 *
 * @param folder of the configurations, the logs, and the data of the stores
 */
record Layout(Path folder, List<Member> members) {
    /** The payload of an Ethernet packet, so that links take as many packets as over Ethernet. */
    private static final int ETHERNET_SEGMENT = 1_460;

    private record Place(String region, String zone) {}

    private static final List<Place> PLACES = List.of(
            new Place("us-east-1", "us-east-1a"),
            new Place("us-east-1", "us-east-1b"),
            new Place("eu-west-1", "eu-west-1a"));

    Layout {
        members = List.copyOf(members);
    }

    /** Creates a layout on ports that are free now. */
    static Layout in(Path folder) throws IOException {
        FreePorts ports = new FreePorts();
        int raft = ports.next();
        List<Member> members = new ArrayList<>();
        for (int i = 0; i < PLACES.size(); i++) {
            Place place = PLACES.get(i);
            members.add(
                    new Member(i + 1, place.region(), place.zone(), ports.next(), ports.next(), ports.next(), raft));
        }
        return new Layout(folder, members);
    }

    Path configOf(Member member) {
        return folder.resolve(member.id() + ".yaml");
    }

    /** Returns the display name of each member, by its id. */
    Map<String, String> zones() {
        return members.stream().collect(Collectors.toMap(Member::id, Member::zone));
    }

    /** Returns the addresses for etcd's clients. */
    List<HostPort> endpoints() {
        return members.stream().map(Member::clientAddress).toList();
    }

    /**
     * Returns the configuration of a member and its sidecar. They are two processes, so that the processor time of each is
     * known.
     *
     * @param rules of the policy, as maps of YAML
     */
    String config(Member own, List<String> rules) {
        List<Member> others = members.stream().filter(other -> other != own).toList();
        return """
                version: 1
                node: {id: %s, region: %s, zone: %s, host: %1$s}
                link: {listen: "%s", drain: 1s, tcp-mss: %d}
                peers:
                %s
                targets: {raft: "%s"}
                capture:
                %s
                store:
                  data-dir: %s
                  listen-clients: ["%s"]
                  process: own
                  write-buffer: 16MiB
                policy:
                %s
                tariff: {preset: aws}
                admin: {listen: "%s"}
                """.formatted(
                        own.id(),
                        own.region(),
                        own.zone(),
                        own.linkAddress(),
                        ETHERNET_SEGMENT,
                        items(others.stream().map(Layout::peer).toList()),
                        own.raftAddressOf(own),
                        items(others.stream().map(other -> capture(own, other)).toList()),
                        own.id(),
                        own.clientAddress(),
                        items(rules),
                        own.adminAddress());
    }

    private static String peer(Member member) {
        return "{id: %s, region: %s, zone: %s, host: %1$s, link: \"%s\"}"
                .formatted(member.id(), member.region(), member.zone(), member.linkAddress());
    }

    private static String capture(Member own, Member other) {
        return "{listen: \"%s\", peer: %s, target: raft}".formatted(own.raftAddressOf(other), other.id());
    }

    private static String items(List<String> maps) {
        return maps.stream().map(map -> "  - " + map).collect(Collectors.joining("\n"));
    }
}
