package io.narrows.config;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The configuration of one sidecar, or of one process with the gRPC middleware. Ordered and validated; settings that the file
 * leaves out have their defaults.
 *
 * @param store the bundled store next to the sidecar; empty if there is none
 * @param grpc settings of the gRPC middleware; empty if the file has none
 */
public record Config(
        Node node,
        LinkSettings link,
        Map<TargetName, Target> targets,
        List<Peer> peers,
        List<Capture> captures,
        List<ClassPattern> patterns,
        Policy policy,
        Tariff tariff,
        AdminSettings admin,
        MetricsSettings metrics,
        Optional<StoreSettings> store,
        Optional<GrpcSettings> grpc) {
    public Config {
        targets = Ordered.copy(targets);
        peers = List.copyOf(peers);
        captures = List.copyOf(captures);
        patterns = List.copyOf(patterns);
    }

    /** Returns the same configuration with a different policy. */
    public Config withPolicy(Policy other) {
        return new Config(node, link, targets, peers, captures, patterns, other, tariff, admin, metrics, store, grpc);
    }

    /** Returns the level of per-peer detail in the metrics. */
    public PeerDetail peerDetail() {
        return metrics.detail(peers.size());
    }

    public Optional<Peer> peer(PeerId id) {
        return peers.stream().filter(peer -> peer.id().equals(id)).findFirst();
    }

    /** Returns the known classes and those that captures, patterns, methods and rules name. */
    public Set<TrafficClass> trafficClasses() {
        Set<TrafficClass> classes = new LinkedHashSet<>(TrafficClass.KNOWN);
        for (Capture capture : captures) {
            capture.asListener().map(ListenerCapture::trafficClass).ifPresent(classes::add);
            capture.asTransparent().map(TransparentCapture::trafficClass).ifPresent(classes::add);
        }
        patterns.forEach(pattern -> classes.add(pattern.trafficClass()));
        grpc.ifPresent(settings -> settings.methods().forEach(method -> classes.add(method.trafficClass())));
        for (Rule rule : policy.rules()) {
            for (Condition condition : rule.conditions()) {
                if (condition instanceof ClassCondition named) {
                    classes.add(named.trafficClass());
                }
            }
        }
        return classes;
    }

    /** Returns the traffic from this node to the peer, for the policy, before the peer has announced a place. */
    public Traffic trafficTo(Peer peer, TrafficClass trafficClass) {
        Location place = PeerPlace.of(this, peer.id(), Optional.empty()).effective();
        return new Traffic(peer.id(), node.location(), place, trafficClass);
    }

    /**
     * Explains, in several lines of text, the policy and the cost of traffic to a peer, and the source of the peer's
     * place if that is not obvious.
     *
     * @param announced the last announcement of the peer; empty if unknown
     */
    public String explain(Peer peer, TrafficClass trafficClass, Optional<Announcement> announced) {
        PeerPlace place = PeerPlace.of(this, peer.id(), announced);
        Traffic traffic = new Traffic(peer.id(), node.location(), place.effective(), trafficClass);
        return policy.explain(traffic).toText(tariff, place.note())
                + encryption(peer.id())
                + fallback(peer)
                + targetsFor(peer.id());
    }

    /** Describes the encryption of links to the peer, in a line; empty without TLS. */
    private String encryption(PeerId peer) {
        return link.tls()
                .map(files -> files.mode() == TlsMode.STRICT
                        ? "encryption   strict: all links\n"
                        : "encryption   permissive: plain text until " + peer + " has used TLS\n")
                .orElse("");
    }

    /** Describes, in a line, what happens without the peer's sidecar; empty if connections fail. */
    private static String fallback(Peer peer) {
        return switch (peer.fallback()) {
            case NONE -> "";
            case PLAIN -> "fallback     plain: without a link while the peer's sidecar does not answer\n";
        };
    }

    /** Lists this node's targets that the peer may open, in a line; empty if all peers may open all of them. */
    private String targetsFor(PeerId peer) {
        if (targets.values().stream().allMatch(target -> target.peers().isEmpty())) {
            return "";
        }
        List<String> open = targets.entrySet().stream()
                .filter(target -> target.getValue().admits(peer))
                .map(Map.Entry::getKey)
                .map(TargetName::value)
                .toList();
        return "may open     " + (open.isEmpty() ? "no targets here" : String.join(", ", open)) + "\n";
    }
}
