package io.narrows.proxy.link.handshake;

import io.narrows.config.Config;
import io.narrows.config.FoundNodes;
import io.narrows.config.IpAddress;
import io.narrows.config.Peer;
import io.narrows.config.PeerId;
import io.narrows.config.PeerSource;
import io.narrows.proxy.link.Printable;
import io.narrows.proxy.link.proto.Hello;
import io.narrows.proxy.link.proto.Refusal;
import io.narrows.proxy.link.session.Refusals;
import java.net.SocketAddress;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Decides about hellos of nodes that sources of peers have not found yet, or have found otherwise: such a node gets
 * {@code NOT_YET_KNOWN} and tries again, while this one looks for it. Safe for use by many threads.
 */
public final class Newcomers {
    /** Learns of nodes that say hello before they are found, or otherwise than as they were found. Called by any thread. */
    @FunctionalInterface
    public interface Listener {
        /** @param proven whether the node has a certificate with a name that a source allows for the id */
        void seen(PeerId id, IpAddress address, boolean proven);
    }

    private final Strangers strangers;
    private final long instance;
    private volatile Listener listener = (id, address, proven) -> {};

    /**
     * @param nanoClock a monotonic clock in nanoseconds, used for differences only
     * @param instance the number of this process in its hellos
     */
    Newcomers(LongSupplier nanoClock, long instance) {
        this.strangers = new Strangers(nanoClock);
        this.instance = instance;
    }

    void listen(Listener next) {
        listener = next;
    }

    /** Returns the reason to refuse a hello with this node's own id. */
    static Refusal ownId(Config config) {
        return Refusals.of(
                Refusal.Reason.DUPLICATE_NODE,
                "the id " + config.node().id() + " is that of the node that was reached");
    }

    /** Returns whether a hello is this process's own: a source reports its address, too. */
    boolean isOwn(Hello hello) {
        return hello.getInstance() == instance;
    }

    /** Returns the reason to refuse a link with a node that is no peer. */
    Refusal objection(Config config, Hello hello, @Nullable Identity identity, SocketAddress remote) {
        Optional<PeerId> id = PeerId.of(hello.getNode());
        Optional<IpAddress> address = PeerProof.ip(remote);
        if (config.discovery().enabled() && id.isPresent() && address.isPresent()) {
            boolean proven = isProven(config, id.get(), identity);
            boolean mayJoin = proven || identity == null && joinsByAddress(config);
            if (mayJoin) {
                listener.seen(id.get(), address.get(), proven);
                if (strangers.mayBecomeKnown(address.get(), id.get())) {
                    return notYetKnown(config, id.get());
                }
            }
        }
        return unknown(config, hello);
    }

    /** Returns the reason not to tell a node that is no peer who this one is, if there is one. */
    Optional<Refusal> objectionToIntroduction(
            Config config, Hello hello, @Nullable Identity identity, SocketAddress remote) {
        Optional<PeerId> id = PeerId.of(hello.getNode());
        boolean proven = id.isPresent() && isProven(config, id.get(), identity);
        boolean found = identity == null
                && PeerProof.ip(remote)
                        .flatMap(address -> config.discovery().found().sourceOf(address))
                        .filter(PeerSource::plaintext)
                        .isPresent();
        if (id.isPresent() && (proven || found)) {
            PeerProof.ip(remote).ifPresent(address -> listener.seen(id.get(), address, proven));
            return Optional.empty();
        }
        return Optional.of(objection(config, hello, identity, remote));
    }

    /**
     * Returns the reason to refuse for now a peer that was found as another process, or at other addresses, if there is one.
     *
     * @param unproven the reason to refuse the hello anyway, if there is one
     */
    Optional<Refusal> objectionToOther(
            Config config,
            Peer peer,
            Hello hello,
            @Nullable Identity identity,
            SocketAddress remote,
            Optional<Refusal> unproven) {
        Optional<IpAddress> address = PeerProof.ip(remote);
        if (peer.source().isEmpty() || address.isEmpty()) {
            return unproven;
        }
        FoundNodes found = config.discovery().found();
        boolean otherAddress = !peer.ips().contains(address.get());
        boolean otherProcess = hello.getInstance() != 0
                && found.processes().getOrDefault(peer.id(), hello.getInstance()) != hello.getInstance();
        if (otherProcess || otherAddress && identity == null) {
            listener.seen(peer.id(), address.get(), isProven(config, peer.id(), identity));
        }
        boolean rival = peer.id().equals(found.rivals().get(address.get()));
        boolean soon = !rival && (unproven.isEmpty() ? otherProcess : identity == null && otherAddress);
        if (soon && strangers.mayBecomeKnown(address.get(), peer.id())) {
            return Optional.of(notYetKnown(config, peer.id()));
        }
        if (unproven.isEmpty() && !otherProcess) {
            strangers.forget(address.get(), peer.id());
        }
        return unproven.or(() -> otherProcess
                ? Optional.of(Refusals.of(
                        Refusal.Reason.DUPLICATE_NODE,
                        "node " + peer.id() + " is already known at " + peer.link() + ", as another process"))
                : Optional.empty());
    }

    private static boolean isProven(Config config, PeerId id, @Nullable Identity identity) {
        return identity != null
                && config.discovery().allowedNames().stream().anyMatch(pattern -> identity.matches(pattern, id));
    }

    /** Returns whether a source may report the address of a node that has no certificate. */
    private static boolean joinsByAddress(Config config) {
        return config.discovery().sources().stream().anyMatch(PeerSource::plaintext);
    }

    private static Refusal notYetKnown(Config config, PeerId id) {
        return Refusals.of(
                Refusal.Reason.NOT_YET_KNOWN, "node " + config.node().id() + " has not found node " + id + " yet");
    }

    private static Refusal unknown(Config config, Hello hello) {
        return Refusals.of(
                Refusal.Reason.UNKNOWN_NODE,
                "node " + config.node().id() + " has no peer \"" + Printable.of(hello.getNode()) + "\""
                        + (config.discovery().enabled() ? ", and no source of peers has found it" : ""));
    }
}
