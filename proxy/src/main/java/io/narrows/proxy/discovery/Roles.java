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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Assigns a role to each candidate: of two nodes with one id, the one that was identified first is the peer. */
final class Roles {
    private final PeerId own;
    private final long ownInstance;

    /** @param ownInstance the number of this process in its hellos */
    Roles(PeerId own, long ownInstance) {
        this.own = own;
        this.ownInstance = ownInstance;
    }

    /** Assigns the roles, and returns the nodes for the configuration. */
    FoundNodes assign(Collection<Candidate> candidates) {
        Map<PeerId, Candidate> owners = new LinkedHashMap<>();
        Map<PeerId, List<IpAddress>> addresses = new HashMap<>();
        Map<IpAddress, PeerSource> unidentified = new HashMap<>();
        Map<IpAddress, PeerId> rivals = new HashMap<>();
        List<Candidate> inOrder = candidates.stream()
                .sorted(Comparator.comparingLong(Candidate::identifiedAs))
                .toList();
        for (Candidate candidate : inOrder) {
            Optional<PeerId> id = candidate.id();
            if (id.isEmpty()) {
                candidate.play(Role.UNIDENTIFIED);
                unidentified.put(candidate.ip(), candidate.source());
                continue;
            }
            candidate.play(role(candidate, id.get(), owners));
            switch (candidate.role()) {
                case PEER, ALIAS -> {
                    owners.putIfAbsent(id.get(), candidate);
                    addresses
                            .computeIfAbsent(id.get(), first -> new ArrayList<>())
                            .add(candidate.ip());
                }
                case RIVAL -> rivals.put(candidate.ip(), id.get());
                case SELF, UNIDENTIFIED -> {}
            }
        }
        List<Peer> peers = owners.entrySet().stream()
                .map(owner -> peer(owner.getKey(), owner.getValue(), addresses.get(owner.getKey())))
                .toList();
        addresses.values().forEach(known -> known.forEach(rivals::remove)); // two ports of one host
        addresses.values().forEach(known -> known.forEach(unidentified::remove));
        return new FoundNodes(peers, unidentified, rivals);
    }

    private Role role(Candidate candidate, PeerId id, Map<PeerId, Candidate> owners) {
        Optional<Introduction> introduction = candidate.introduction();
        if (id.equals(own)) {
            boolean self = introduction.isEmpty() || introduction.get().instance() == ownInstance;
            return self ? Role.SELF : Role.RIVAL;
        }
        Candidate owner = owners.get(id);
        if (owner == null) {
            return Role.PEER;
        }
        boolean sameProcess = introduction.isPresent()
                && owner.introduction()
                        .filter(introduction.get()::isSameProcess)
                        .isPresent();
        return sameProcess ? Role.ALIAS : Role.RIVAL;
    }

    private static Peer peer(PeerId id, Candidate owner, List<IpAddress> addresses) {
        PeerSource source = owner.source();
        return new Peer(
                id,
                owner.endpoint().location(),
                owner.endpoint().link(),
                Map.of(),
                Set.of(),
                addresses.stream().distinct().toList(),
                source.fallback(),
                source.allowDowngrade(),
                Optional.of(source));
    }
}
