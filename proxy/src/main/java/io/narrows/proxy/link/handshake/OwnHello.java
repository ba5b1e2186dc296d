package io.narrows.proxy.link.handshake;

import io.narrows.codec.Codec;
import io.narrows.config.PeerId;
import io.narrows.proxy.link.proto.Hello;
import io.narrows.proxy.link.registry.LinkEnvironment;
import io.narrows.proxy.link.session.Link;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * This side's hello on one connection. What it refuses and offers to the peer is decided once, so that it holds for the terms of the link as
 * well. Used on the connection's event loop.
 */
final class OwnHello implements AutoCloseable {
    private final LinkEnvironment environment;
    private final Hello forAll;
    private Set<Codec> refused = Set.of();
    private @Nullable Hello forPeer;
    private boolean sentBrief;

    /** The states and dictionaries that the hello offers for contexts, until the link owns them. */
    private @Nullable ContextOffers contexts;

    /** @param forAll the hello before anything is refused or offered to a certain peer */
    OwnHello(LinkEnvironment environment, Hello forAll) {
        this.environment = environment;
        this.forAll = forAll;
    }

    /** Returns the hello for nodes that only ask who this one is. */
    Hello forAll() {
        return forAll;
    }

    /** Returns the hello for a peer; later calls return the same, and must name the same peer. */
    Hello forPeer(PeerId peer) {
        if (forPeer == null) {
            refused = environment.refusals().of(peer);
            Set<String> encoders = environment.encoderRefusals().of(peer);
            contexts = new ContextOffers(environment, peer);
            forPeer = contexts.addTo(
                    refused.isEmpty() && encoders.isEmpty() ? forAll : Hellos.without(forAll, refused, encoders));
        }
        return forPeer;
    }

    /**
     * Returns the hello to send to a peer.
     *
     * @param brief whether the peer knows the encoders by their hash
     */
    Hello toSend(PeerId peer, boolean brief) {
        sentBrief = brief;
        return brief ? SharedEncoders.brief(forPeer(peer)) : forPeer(peer);
    }

    /** Returns the hello of the peer with all encoders for which it stands. */
    Hello completed(PeerId peer, Hello other) {
        return SharedEncoders.completed(forPeer(peer), other);
    }

    /**
     * Returns whether the dialing side's hello omits encoders that the accepting side does not have, so that they do not know which of
     * them they have in common.
     *
     * @param other the hello of the peer
     * @param dialled whether this is the dialing side
     */
    boolean omitsUnknownEncoders(PeerId peer, Hello other, boolean dialled) {
        boolean brief = dialled ? sentBrief : SharedEncoders.isBrief(other);
        return brief && !SharedEncoders.isSame(forPeer(peer), other);
    }

    /** Passes the refused codecs to the link, and the offers that the peer's hello accepts, which the link then owns. */
    void passTo(Link link, Hello ofPeer) {
        link.refused(refused);
        if (contexts != null) {
            contexts.passTo(link, ofPeer);
        }
    }

    /** Releases what no link owns. */
    @Override
    public void close() {
        if (contexts != null) {
            contexts.close();
        }
    }
}
