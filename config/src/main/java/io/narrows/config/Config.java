package io.narrows.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The configuration of one sidecar, or of one process with the gRPC middleware. Ordered and validated; settings that the file
 * leaves out have their defaults.
 *
 * @param peers all peers in force, those of the file and those that were found
 * @param store the bundled store next to the sidecar; empty if there is none
 * @param grpc settings of the gRPC middleware; empty if the file has none
 * @param dryRun whether captured connections go without links, to measure what links would save
 * @param whatIf the measurement of other codecs and levels on a sample of what links send
 * @param auto the settings of rules with {@code codec: auto}
 * @param dictionaries the store of dictionaries and their training; empty if there are none
 */
public record Config(
        Node node,
        LinkSettings link,
        Map<TargetName, Target> targets,
        List<Peer> peers,
        PeerDiscovery discovery,
        List<Capture> captures,
        List<ClassPattern> patterns,
        Policy policy,
        Tariff tariff,
        AdminSettings admin,
        MetricsSettings metrics,
        Optional<StoreSettings> store,
        Optional<GrpcSettings> grpc,
        DryRun dryRun,
        WhatIfSettings whatIf,
        AutoSettings auto,
        Optional<DictionarySettings> dictionaries) {
    public Config {
        targets = Ordered.copy(targets);
        peers = List.copyOf(peers);
        captures = List.copyOf(captures);
        patterns = List.copyOf(patterns);
    }

    /** Returns the same configuration with a different policy. */
    public Config withPolicy(Policy other) {
        return with(peers, discovery, other);
    }

    /** Returns the peers that the file lists. */
    public List<Peer> listedPeers() {
        return peers.stream().filter(peer -> peer.source().isEmpty()).toList();
    }

    /** Returns whether there are peers that know this node from their own files, by its id. */
    public boolean isListedByPeers() {
        return !discovery.enabled() || !listedPeers().isEmpty();
    }

    /**
     * Returns the same configuration with other nodes that its sources have found. Nodes of sources that it does not have
     * are left out, and so are those whose id or link a listed peer has.
     */
    public Config withFound(FoundNodes found) {
        List<Peer> listed = listedPeers();
        Set<PeerId> ids = new HashSet<>();
        Set<HostPort> links = new HashSet<>();
        ids.add(node.id());
        listed.forEach(peer -> ids.add(peer.id()));
        listed.forEach(peer -> links.add(peer.link()));
        FoundNodes remaining =
                found.under(discovery.sources(), peer -> !ids.contains(peer.id()) && !links.contains(peer.link()), ids);
        PeerDiscovery known = new PeerDiscovery(discovery.sources(), remaining);
        List<Peer> all =
                Stream.concat(listed.stream(), remaining.peers().stream()).toList();
        return with(all, known, policy);
    }

    private Config with(List<Peer> otherPeers, PeerDiscovery otherDiscovery, Policy otherPolicy) {
        return new Config(
                node,
                link,
                targets,
                otherPeers,
                otherDiscovery,
                captures,
                patterns,
                otherPolicy,
                tariff,
                admin,
                metrics,
                store,
                grpc,
                dryRun,
                whatIf,
                auto,
                dictionaries);
    }

    /** Returns whether a rule of the policy leaves the choice of the codec to the sidecar. */
    public boolean usesAuto() {
        return policy.rules().stream().anyMatch(rule -> rule.compression().auto());
    }

    /** Returns whether any rule unpacks what applications compressed. */
    public boolean unpacks() {
        return policy.rules().stream()
                .anyMatch(rule -> !rule.compression().unpack().isEmpty());
    }

    /** Returns the level of per-peer detail in the metrics. */
    public PeerDetail peerDetail() {
        return metrics.detail(peers.size());
    }

    /** Returns the TLS of databases that captures end, each once. */
    public List<TerminatedTls> terminatedTls() {
        return captures.stream()
                .flatMap(capture -> capture.terminated().stream())
                .distinct()
                .toList();
    }

    /** Returns the TLS that begins at targets, each once. */
    public List<OriginatedTls> originatedTls() {
        return targets.values().stream()
                .flatMap(target -> target.originated().stream())
                .distinct()
                .toList();
    }

    /** Returns whether captures end the TLS of databases, or targets begin it. */
    public boolean usesDatabaseTls() {
        return !terminatedTls().isEmpty() || !originatedTls().isEmpty();
    }

    /** Returns how long to carry synthetic traffic at startup; zero for not at all. */
    public Duration warmUp() {
        Duration standard = usesDatabaseTls() ? LinkSettings.DEFAULT_WARM_UP_WITH_TLS : LinkSettings.DEFAULT_WARM_UP;
        return link.warmUp().orElse(standard);
    }

    /** Returns the files of certificates and keys, of links and of databases. */
    public Set<Path> certificateFiles() {
        Set<Path> files = new HashSet<>();
        link.tls().ifPresent(tls -> files.addAll(List.of(tls.cert(), tls.key(), tls.ca())));
        terminatedTls().forEach(tls -> files.addAll(tls.files()));
        originatedTls().forEach(tls -> files.addAll(tls.files()));
        return files;
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
        return policy.explain(traffic).toText(tariff, auto, place.note())
                + encryption(peer.id())
                + origin(peer)
                + (dryRun.active() ? "dry-run      without a link; a sample is compressed, to measure it\n" : "")
                + fallback(peer, traffic).toText()
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

    /** Names, in a line, the source that found the peer; empty if the file lists it. */
    private static String origin(Peer peer) {
        return peer.source()
                .map(source -> "found by     " + source.label() + ", at " + peer.link() + "\n")
                .orElse("");
    }

    /** Returns what happens to a captured connection if the peer's sidecar cannot be reached: the peer's own choice first. */
    public FallbackChoice fallback(Peer peer, Traffic traffic) {
        return FallbackChoice.of(peer).orElseGet(() -> policy.fallback(traffic));
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
