package io.narrows.proxy.link.registry;

import io.narrows.config.PeerId;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The encoders that are not offered to each peer, since a piece that was rebuilt with them differed from what the peer's application sent.
 * They stay refused until this process ends. Links that are open go on with them. Safe for use by many threads.
 */
public final class EncoderRefusals {
    private static final Logger LOG = LoggerFactory.getLogger(EncoderRefusals.class);

    private record Withdrawal(PeerId peer, String encoder) {}

    private final Set<Withdrawal> withdrawn = ConcurrentHashMap.newKeySet();

    /** Returns the encoders that are not offered to a peer. */
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
                            "a rebuilt piece differs from what the peer's application sent; new links to this peer do not use the"
                                    + " encoder until a restart");
        }
    }

    /** Removes what is known of a peer that is gone for good. */
    public void forget(PeerId peer) {
        withdrawn.removeIf(one -> one.peer().equals(peer));
    }
}
