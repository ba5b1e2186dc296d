package io.narrows.proxy.link.registry;

import io.narrows.config.PeerId;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The encoders that are not offered to each peer, since a piece that was rebuilt with them differed from what the peer's application sent.
 * They stay refused until this process ends. Nothing is sent with them any more, on links that are open either, nor with those that the
 * peer has ceased to offer. Links that are open still receive with them. Safe for use by many threads.
 */
public final class EncoderRefusals {
    private static final Logger LOG = LoggerFactory.getLogger(EncoderRefusals.class);

    private record Withdrawal(PeerId peer, String encoder) {}

    private final Set<Withdrawal> withdrawn = ConcurrentHashMap.newKeySet();

    /** The encoders on which the last two hellos agreed. */
    private final Map<PeerId, Set<String>> agreed = new ConcurrentHashMap<>();

    /** Returns the names of the encoders that are not offered to a peer. */
    public Set<String> of(PeerId peer) {
        return withdrawn.stream()
                .filter(one -> one.peer().equals(peer))
                .map(Withdrawal::encoder)
                .collect(Collectors.toSet());
    }

    /** Stops offering an encoder to a peer. */
    public void withdraw(PeerId peer, String encoder) {
        if (withdrawn.add(new Withdrawal(peer, encoder))) {
            LOG.atError()
                    .addKeyValue("peer", peer)
                    .addKeyValue("encoder", encoder)
                    .log(
                            "a rebuilt piece differs from what the peer's application sent; nothing is sent to this peer with the"
                                    + " encoder, and new links do not offer it, until a restart");
        }
    }

    /** Records the encoders that this process and a peer offered each other last, with their fingerprints. */
    public void agreed(PeerId peer, List<String> encoders) {
        agreed.put(peer, encoders.stream().map(OfferedEncoders::name).collect(Collectors.toUnmodifiableSet()));
    }

    /** Returns whether pieces for a peer may be unpacked with an encoder on which an earlier hello agreed. */
    public boolean accepts(PeerId peer, String encoder) {
        if (withdrawn.contains(new Withdrawal(peer, encoder))) {
            return false;
        }
        Set<String> offered = agreed.get(peer);
        return offered == null || offered.contains(encoder);
    }

    /** Removes what is known of a peer that is gone for good. */
    public void forget(PeerId peer) {
        withdrawn.removeIf(one -> one.peer().equals(peer));
        agreed.remove(peer);
    }
}
