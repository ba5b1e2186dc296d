package io.narrows.lab.demo;

import io.narrows.config.TrafficClass;
import io.narrows.lab.play.Score;
import io.narrows.lab.process.FreePorts;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Two regions: connections are captured in the near one and delivered in the far one.
 *
 * @param targets ports that the far sidecar delivers to, by name
 */
record Topology(Site near, Site far, List<Entrance> entrances, Map<String, Integer> targets) {
    /** Creates a topology on ports that are free now. */
    static Topology of(List<Score> scores, Map<String, Integer> targets) throws IOException {
        Map<String, Score> played = new TreeMap<>();
        scores.forEach(score -> played.put(score.name(), score));
        FreePorts ports = new FreePorts();
        Site near = new Site("db-1", "us-east-1", ports.next(), ports.next());
        Site far = new Site("db-2", "eu-west-1", ports.next(), ports.next());
        List<Entrance> all = new ArrayList<>();
        for (Score score : played.values()) {
            for (TrafficClass trafficClass : score.trafficClasses()) {
                all.add(new Entrance(score.name(), trafficClass, ports.next()));
            }
        }
        return new Topology(near, far, all, targets);
    }

    /** Returns the display name of each node, by its id. */
    Map<String, String> regions() {
        return Map.of(near.node(), near.region(), far.node(), far.region());
    }

    InetSocketAddress entrance(String target, TrafficClass trafficClass) {
        return entrances.stream()
                .filter(entrance -> entrance.target().equals(target)
                        && entrance.trafficClass().equals(trafficClass))
                .map(entrance -> new InetSocketAddress(InetAddress.getLoopbackAddress(), entrance.port()))
                .findFirst()
                .orElseThrow();
    }

    /** Returns the configuration of the near sidecar. */
    String nearConfig(List<String> policy) {
        return config(near, far, policy)
                + entrances.stream()
                        .map(entrance -> "  - {listen: 127.0.0.1:%d, peer: %s, target: %s, class: %s}%n"
                                .formatted(entrance.port(), far.node(), entrance.target(), entrance.trafficClass()))
                        .collect(Collectors.joining("", "capture:\n", ""));
    }

    /** Returns the configuration of the far sidecar. */
    String farConfig(List<String> policy) {
        return config(far, near, policy);
    }

    private String config(Site own, Site other, List<String> policy) {
        return """
                version: 1
                node: {id: %s, region: %s, zone: %2$sa, host: %1$s}
                link: {listen: %s, drain: 1s}
                targets: {%s}
                peers:
                  - {id: %s, region: %s, zone: %6$sa, host: %5$s, link: %s}
                policy:
                  - %s
                tariff: {preset: aws}
                admin: {listen: %s}
                """.formatted(
                        own.node(),
                        own.region(),
                        own.link(),
                        targets.entrySet().stream()
                                .map(target -> target.getKey() + ": 127.0.0.1:" + target.getValue())
                                .collect(Collectors.joining(", ")),
                        other.node(),
                        other.region(),
                        other.link(),
                        String.join("\n  - ", policy),
                        own.admin());
    }
}
