package io.narrows.proxy.link.handshake;

import io.narrows.config.Announcement;
import io.narrows.config.Config;
import io.narrows.config.Peer;
import io.narrows.config.PeerId;
import io.narrows.config.PeerPlace;
import io.narrows.config.PlaceMode;
import io.narrows.proxy.link.Printable;
import io.narrows.proxy.link.proto.Hello;
import io.narrows.proxy.link.proto.Refusal;
import io.narrows.proxy.link.registry.LinkEnvironment;
import io.narrows.proxy.link.registry.LinkRegistry;
import io.narrows.proxy.link.session.Refusals;
import io.narrows.proxy.memory.Account;
import io.narrows.proxy.memory.Charge;
import io.narrows.proxy.memory.Purpose;
import io.narrows.proxy.meter.AnnouncedPlaces;
import io.netty.channel.Channel;
import java.net.SocketAddress;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Decides whether to grant a link to the sender of a HELLO. */
final class Admission {
    private static final Logger LOG = LoggerFactory.getLogger(Admission.class);

    private final LinkEnvironment environment;
    private final LinkSecurity security;
    private final BooleanSupplier draining;
    private final PeerProof proof;
    private final Newcomers newcomers;

    Admission(LinkEnvironment environment, LinkSecurity security, Newcomers newcomers, BooleanSupplier draining) {
        this.environment = environment;
        this.security = security;
        this.draining = draining;
        this.proof = new PeerProof(security);
        this.newcomers = newcomers;
    }

    /**
     * Returns the reason to refuse the HELLO of an accepted connection, if there is one.
     *
     * @param remote the address that the connection comes from
     */
    Optional<Refusal> objectionToIncoming(Hello hello, @Nullable Identity identity, SocketAddress remote) {
        Config config = environment.live().current();
        if (!Hellos.compatible(hello)) {
            return noCommonVersion(hello);
        }
        Optional<Refusal> unproven = objectionToIdentity(config, hello, identity, remote);
        if (unproven.isPresent()) {
            return unproven;
        }
        PeerId peer = new PeerId(hello.getNode());
        Optional<Refusal> misplaced = objectionToPlace(config, peer, hello, identity);
        if (misplaced.isPresent()) {
            return misplaced;
        }
        if (draining.getAsBoolean()) {
            return objectionWhileDraining(config);
        }
        return objectionToOneMore(peer, config);
    }

    /** Returns the reason why a hello is not that of a peer, if there is one. */
    private Optional<Refusal> objectionToIdentity(
            Config config, Hello hello, @Nullable Identity identity, SocketAddress remote) {
        Optional<Peer> peer = PeerId.of(hello.getNode()).flatMap(config::peer);
        if (peer.isEmpty()) {
            boolean ownId = hello.getNode().equals(config.node().id().value());
            return Optional.of(ownId ? Newcomers.ownId(config) : newcomers.objection(config, hello, identity, remote));
        }
        Optional<Refusal> unproven = proof.objection(config.discovery().found(), peer.get(), identity, remote);
        return newcomers.objectionToOther(config, peer.get(), hello, identity, remote, unproven);
    }

    /**
     * Returns the reason not to answer a request for this node's hello, if there is one. Nodes ask that before they are peers;
     * a node that may become a peer gets an answer.
     *
     * @param remote the address that the connection comes from
     */
    Optional<Refusal> objectionToIntroduction(Hello hello, @Nullable Identity identity, SocketAddress remote) {
        Config config = environment.live().current();
        if (newcomers.isOwn(hello)) {
            return Optional.empty();
        }
        if (!Hellos.compatible(hello)) {
            return noCommonVersion(hello);
        }
        if (draining.getAsBoolean()) {
            return objectionWhileDraining(config);
        }
        boolean listed = PeerId.of(hello.getNode())
                .filter(id -> id.equals(config.node().id())
                        || config.peer(id)
                                .filter(peer -> peer.source().isEmpty())
                                .isPresent())
                .isPresent();
        return listed
                ? objectionToIdentity(config, hello, identity, remote)
                : newcomers.objectionToIntroduction(config, hello, identity, remote);
    }

    private static Optional<Refusal> objectionWhileDraining(Config config) {
        return objection(Refusal.Reason.DRAINING, "node " + config.node().id() + " is stopping");
    }

    private Optional<Refusal> objectionToOneMore(PeerId peer, Config config) {
        int maxLinks = config.link().maxLinks();
        LinkRegistry registry = environment.registry();
        int links = registry.size();
        LinkShares shares = new LinkShares(maxLinks, config.peers().size());
        if (shares.admits(peer, links, registry.acceptedByPeer())) {
            return Optional.empty();
        }
        return objection(
                Refusal.Reason.TOO_MANY_LINKS,
                "node " + config.node().id()
                        + (links >= maxLinks
                                ? " has " + maxLinks + " links, its max-links"
                                : " has accepted " + registry.acceptedByPeer().getOrDefault(peer, 0) + " links of "
                                        + peer + ", its share of max-links " + maxLinks));
    }

    /**
     * Takes the memory of an accepted link, until its connection is closed.
     *
     * @return the refusal, if there is no memory for the link
     */
    Optional<Refusal> objectionForMemory(PeerId peer, Channel channel) {
        Charge memory = memoryOfLink(peer);
        if (!memory.take()) {
            return objection(Refusal.Reason.TOO_MANY_LINKS, noMemory(peer));
        }
        channel.closeFuture().addListener(closed -> memory.giveBack());
        return Optional.empty();
    }

    /** Returns a charge for the memory of a link to or from a peer, not taken yet. */
    Charge memoryOfLink(PeerId peer) {
        return LinkMemory.of(accountOfLinks(peer), security.configured());
    }

    /** Returns the error text for a link refused for lack of memory. */
    String noMemory(PeerId peer) {
        Account account = accountOfLinks(peer);
        return "node " + environment.live().current().node().id() + " has no memory for another link to or from " + peer
                + ": the existing ones use " + account.usedBytes() + " bytes of " + account.shareBytes();
    }

    private Account accountOfLinks(PeerId peer) {
        return environment.memory().account(Purpose.LINKS, peer);
    }

    /** Returns the reason why this node may not dial another link, if there is one. */
    Optional<String> objectionToDial(int dialling) {
        Config config = environment.live().current();
        int maxLinks = config.link().maxLinks();
        int links = environment.registry().size() + dialling;
        return new LinkShares(maxLinks, config.peers().size()).admitsDial(links)
                ? Optional.empty()
                : Optional.of("the limit link.max-links is reached: " + maxLinks);
    }

    /**
     * Returns the reason to refuse the HELLO of a dialed peer, if there is one.
     *
     * @param expected a peer of the configuration
     */
    Optional<Refusal> objectionToDialled(Config config, PeerId expected, Hello hello, @Nullable Identity identity) {
        if (!Hellos.compatible(hello)) {
            return noCommonVersion(hello);
        }
        if (!hello.getNode().equals(expected.value())) {
            return objection(
                    Refusal.Reason.UNEXPECTED_NODE,
                    "expected node " + expected + ", reached \"" + Printable.of(hello.getNode()) + "\"");
        }
        if (identity == null && security.configured() && hello.getTls()) {
            return tlsRequired("node " + expected + " speaks TLS, but this connection is plain text");
        }
        Peer peer = config.peer(expected).orElseThrow();
        return proof.objection(config.discovery().found(), peer, identity, null)
                .or(() -> objectionToPlace(config, expected, hello, identity));
    }

    /**
     * Records the place announced by a peer whose id was checked. Logs a warning if it differs from the configured one,
     * and returns an objection if the configuration is strict.
     */
    private Optional<Refusal> objectionToPlace(Config config, PeerId peer, Hello hello, @Nullable Identity identity) {
        AnnouncedPlaces announced = environment.traffic().announced();
        announced.announced(peer, new Announcement(Hellos.place(hello), identity != null));
        PeerPlace place = announced.placeOf(config, peer);
        if (!place.mismatch()) {
            return Optional.empty();
        }
        environment
                .rateLimitedLog()
                .line(LOG, "peer announces a location that differs from the configured one", peer, "place")
                .addKeyValue("peer", peer)
                .addKeyValue("configured", place.effective())
                .addKeyValue("announced", Hellos.place(hello))
                .log();
        return config.link().placeCheck() == PlaceMode.STRICT
                ? objection(
                        Refusal.Reason.PLACE_MISMATCH,
                        "node " + config.node().id() + " has " + peer + " at " + place.effective()
                                + ", but the hello says " + Hellos.place(hello))
                : Optional.empty();
    }

    private static Optional<Refusal> tlsRequired(String detail) {
        return objection(Refusal.Reason.TLS_REQUIRED, detail);
    }

    private static Optional<Refusal> noCommonVersion(Hello hello) {
        return objection(
                Refusal.Reason.NO_COMMON_VERSION,
                "versions " + hello.getMinVersion() + "-" + hello.getMaxVersion() + " offered, but only "
                        + Hellos.MIN_VERSION + "-" + Hellos.MAX_VERSION + " supported");
    }

    private static Optional<Refusal> objection(Refusal.Reason reason, String detail) {
        return Optional.of(Refusals.of(reason, detail));
    }
}
