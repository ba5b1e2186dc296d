package io.narrows.proxy.link.registry;

import io.narrows.codec.Codec;
import io.narrows.config.Config;
import io.narrows.config.PeerId;
import io.narrows.proxy.live.LiveConfig;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The codecs whose frames this side refuses from each peer: those that the configuration refuses, and those whose
 * decoded content differed from the encoded one. The latter stay refused until this process ends, or until an operator
 * adds them to the configuration's refused codecs and removes them again, which declares the cause fixed. Safe for use
 * by many threads.
 */
public final class CodecRefusals {
    private static final Logger LOG = LoggerFactory.getLogger(CodecRefusals.class);

    /** A codec that was withdrawn from a peer. */
    private record Withdrawal(PeerId peer, Codec codec) {}

    private final LiveConfig live;
    private final LinkRegistry registry;
    private final Set<Withdrawal> withdrawn = ConcurrentHashMap.newKeySet();
    private final Map<PeerId, Set<Codec>> configured = new ConcurrentHashMap<>();

    public CodecRefusals(LiveConfig live, LinkRegistry registry) {
        this.live = live;
        this.registry = registry;
        configured.putAll(ofPeers(live.current()));
    }

    private static Map<PeerId, Set<Codec>> ofPeers(Config config) {
        Map<PeerId, Set<Codec>> refused = new ConcurrentHashMap<>();
        config.peers().forEach(peer -> refused.put(peer.id(), peer.refusedCodecs()));
        return refused;
    }

    /** Returns the codecs that are not offered to a peer. */
    public Set<Codec> of(PeerId peer) {
        Set<Codec> refused = withdrawnFrom(peer);
        live.current().peer(peer).ifPresent(known -> refused.addAll(known.refusedCodecs()));
        return refused;
    }

    /** Withdraws codecs that corrupted content from a peer, and announces that on all links. */
    public void withdraw(PeerId peer, Set<Codec> codecs) {
        boolean news = false;
        for (Codec codec : codecs) {
            if (codec != Codec.NONE && withdrawn.add(new Withdrawal(peer, codec))) {
                news = true;
                LOG.atError()
                        .addKeyValue("peer", peer)
                        .addKeyValue("codec", codec.label())
                        .log(
                                "decoded content differs from what the peer sent; the codec is not used with this peer until a"
                                        + " restart, or until it is added to the peer's refuse-codecs and removed again");
            }
        }
        if (news) {
            tell(peer);
        }
    }

    /** Applies a new configuration, and notifies the peers whose refused codecs it changes. */
    public synchronized void applyConfig(Config next) {
        Map<PeerId, Set<Codec>> refused = ofPeers(next);
        List<PeerId> changed = new ArrayList<>();
        withdrawn.removeIf(one -> !refused.containsKey(one.peer())); // a withdrawal may follow its peer's removal
        configured.forEach((peer, before) -> {
            Set<Codec> after = refused.getOrDefault(peer, Set.of());
            withdrawn.removeIf(
                    one -> one.peer().equals(peer) && before.contains(one.codec()) && !after.contains(one.codec()));
            if (!before.equals(after)) {
                changed.add(peer);
            }
        });
        refused.forEach((peer, after) -> {
            if (!configured.containsKey(peer) && !after.isEmpty()) {
                changed.add(peer);
            }
        });
        configured.clear();
        configured.putAll(refused);
        changed.forEach(this::tell);
    }

    private void tell(PeerId peer) {
        for (RegisteredLink link : registry.links()) {
            if (link.peer().equals(peer)) {
                link.eventLoop().execute(link::tellRefusals);
            }
        }
    }

    /** Returns, for each configured peer, the codecs that were withdrawn because content differed. */
    Map<PeerId, Set<Codec>> byPeer() {
        Map<PeerId, Set<Codec>> byPeer = new LinkedHashMap<>();
        live.current().peers().forEach(peer -> byPeer.put(peer.id(), withdrawnFrom(peer.id())));
        return byPeer;
    }

    private Set<Codec> withdrawnFrom(PeerId peer) {
        EnumSet<Codec> codecs = EnumSet.noneOf(Codec.class);
        withdrawn.stream().filter(one -> one.peer().equals(peer)).forEach(one -> codecs.add(one.codec()));
        return codecs;
    }
}
