package io.narrows.proxy.discovery;

import io.narrows.config.FoundNodes;
import io.narrows.config.IpAddress;
import io.narrows.config.Peer;
import io.narrows.config.PeerId;
import io.narrows.config.PeerSource;
import io.narrows.proxy.discovery.Candidate.Role;
import io.narrows.proxy.link.handshake.Introduction;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Assigns a role to each candidate. Of two nodes with one id, the one with a certificate is the peer, then the one whose id the
 * source states, then the one that was identified first. Used once.
 */
final class Roles {
    private static final Comparator<Candidate> PRECEDENCE = Comparator.comparingInt(Roles::rank)
            .thenComparing(candidate -> candidate.source().fallsBack())
            .thenComparingLong(Candidate::identificationOrder);

    private final PeerId own;
    private final long ownInstance;
    private final Set<PeerId> listed;
    private final Map<PeerId, Candidate> owners = new LinkedHashMap<>();
    private final Map<PeerId, List<IpAddress>> addresses = new HashMap<>();
    private final Map<IpAddress, PeerSource> others = new HashMap<>();
    private final Map<IpAddress, PeerId> rivals = new HashMap<>();
    private final Set<IpAddress> unasked = new HashSet<>();
    private final Set<IpAddress> ofPeers = new HashSet<>();

    /**
     * @param own this node's id
     * @param ownInstance the number of this process in its hellos
     * @param listed ids of the peers that the file lists
     */
    Roles(PeerId own, long ownInstance, Set<PeerId> listed) {
        this.own = own;
        this.ownInstance = ownInstance;
        this.listed = listed;
    }

    /** Assigns the roles. */
    void assign(Collection<Candidate> candidates) {
        candidates.stream().sorted(PRECEDENCE).forEach(this::assign);
    }

    /** Adds an address that is reported, but is not asked. */
    void leaveOut(IpAddress address, PeerSource source) {
        other(address, source);
    }

    /**
     * Returns the nodes for the configuration.
     *
     * @param departed addresses of former peers, with their sources
     * @param heard sources that have reported at least once
     * @param tried whether each source has reported, or has failed, at least once
     */
    FoundNodes result(Map<IpAddress, PeerSource> departed, Set<PeerSource> heard, boolean tried) {
        List<Peer> peers = owners.entrySet().stream()
                .map(owner -> peer(owner.getKey(), owner.getValue()))
                .toList();
        Map<PeerId, Long> processes = new HashMap<>();
        owners.forEach((id, owner) -> owner.introduction()
                .filter(answer -> owner.endpoint().id().isEmpty()) // else it is not asked again
                .map(Introduction::instance)
                .filter(instance -> instance != 0)
                .ifPresent(instance -> processes.put(id, instance)));
        // An address may be that of several nodes, on different ports.
        others.keySet().removeAll(ofPeers);
        rivals.keySet().removeAll(ofPeers);
        unasked.retainAll(others.keySet());
        Map<IpAddress, PeerSource> gone = new HashMap<>(departed);
        gone.keySet().removeAll(ofPeers);
        gone.keySet().removeAll(others.keySet());
        return new FoundNodes(peers, processes, others, gone, rivals, unasked, heard, tried);
    }

    private static int rank(Candidate candidate) {
        return isCertified(candidate) ? 0 : candidate.endpoint().id().isPresent() ? 1 : 2;
    }

    private static boolean isCertified(Candidate candidate) {
        return candidate
                .introduction()
                .filter(answer -> answer.certificateNames().isPresent())
                .isPresent();
    }

    private void assign(Candidate candidate) {
        candidate.play(candidate.id().map(id -> role(candidate, id)).orElse(Role.UNIDENTIFIED));
        switch (candidate.role()) {
            case UNIDENTIFIED -> {
                other(candidate.ip(), candidate.source());
                if (!candidate.wasAsked()) {
                    unasked.add(candidate.ip());
                }
            }
            case PEER, ALIAS -> {
                PeerId id = candidate.id().orElseThrow();
                owners.putIfAbsent(id, candidate);
                addresses.computeIfAbsent(id, first -> new ArrayList<>()).add(candidate.ip());
                ofPeers.add(candidate.ip());
            }
            case RIVAL -> {
                other(candidate.ip(), candidate.source());
                rivals.put(candidate.ip(), candidate.id().orElseThrow());
            }
            case LISTED -> other(candidate.ip(), candidate.source()); // the listed peer's own addresses are found first
            case SELF -> {}
        }
    }

    /** Of two sources that report an address, the one without a fallback counts. */
    private void other(IpAddress address, PeerSource source) {
        others.merge(address, source, (before, added) -> before.fallsBack() ? added : before);
    }

    private Role role(Candidate candidate, PeerId id) {
        Optional<Introduction> introduction = candidate.introduction();
        if (id.equals(own)) {
            boolean self = introduction.isEmpty() || introduction.get().instance() == ownInstance;
            return self ? Role.SELF : Role.RIVAL;
        }
        if (listed.contains(id)) {
            return Role.LISTED;
        }
        Candidate owner = owners.get(id);
        if (owner == null) {
            return Role.PEER;
        }
        return isSameNode(candidate, owner) ? Role.ALIAS : Role.RIVAL;
    }

    /** A node that has just been restarted is still known by its former process at its other addresses. */
    private static boolean isSameNode(Candidate candidate, Candidate owner) {
        if (candidate.endpoint().link().equals(owner.endpoint().link())
                || candidate.isOutdated()
                || owner.isOutdated()) {
            return true;
        }
        if (candidate.endpoint().id().isPresent() && owner.endpoint().id().isPresent()) {
            return candidate.source().equals(owner.source()); // a name with several addresses
        }
        return candidate.introduction().isPresent()
                && owner.introduction()
                        .filter(candidate.introduction().get()::isSameProcess)
                        .filter(answer -> isCertified(candidate) == isCertified(owner))
                        .isPresent();
    }

    private Peer peer(PeerId id, Candidate owner) {
        PeerSource source = owner.source();
        return new Peer(
                id,
                owner.endpoint().location(),
                owner.endpoint().link(),
                Map.of(),
                Set.of(),
                addresses.getOrDefault(id, List.of()).stream().distinct().toList(),
                source.fallback(),
                source.allowDowngrade(),
                Optional.of(source));
    }
}
