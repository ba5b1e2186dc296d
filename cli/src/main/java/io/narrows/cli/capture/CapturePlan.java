package io.narrows.cli.capture;

import io.narrows.config.Config;
import io.narrows.config.Peer;
import io.narrows.config.TransparentCapture;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeSet;

/**
 * The plan of the kernel rules for the transparent captures of a configuration.
 *
 * @param captures at least one
 * @param peers4 the peers' IPv4 addresses, sorted
 * @param peers6 the peers' IPv6 addresses, sorted
 * @param anyDestination whether connections to all hosts are captured instead of those to the peers' addresses
 * @param user the user id whose connections are never captured, which is the sidecar's
 * @param unknown peers' host names that have no address now, each with its peer, in words
 */
record CapturePlan(
        List<TransparentCapture> captures,
        List<String> peers4,
        List<String> peers6,
        boolean anyDestination,
        OptionalInt user,
        List<String> unknown) {
    CapturePlan {
        captures = List.copyOf(captures);
        peers4 = List.copyOf(peers4);
        peers6 = List.copyOf(peers6);
        unknown = List.copyOf(unknown);
    }

    /**
     * Returns the plan for a configuration; empty if it has no transparent capture. The addresses of peers that are found may
     * change at any time, so a file with {@code peers-from} gets a plan for any destination.
     *
     * @param anyDestination whether to capture connections to all hosts in any case
     */
    static Optional<CapturePlan> of(Config config, boolean anyDestination, OptionalInt user) {
        List<TransparentCapture> captures = config.captures().stream()
                .flatMap(capture -> capture.asTransparent().stream())
                .toList();
        if (captures.isEmpty()) {
            return Optional.empty();
        }
        if (anyDestination || !config.discovery().sources().isEmpty()) {
            return Optional.of(new CapturePlan(captures, List.of(), List.of(), true, user, List.of()));
        }
        List<InetAddress> addresses = new ArrayList<>();
        List<String> unknown = new ArrayList<>();
        for (Peer peer : config.peers()) {
            for (String host : peer.hosts()) {
                try {
                    addresses.addAll(List.of(InetAddress.getAllByName(host)));
                } catch (UnknownHostException e) {
                    unknown.add("peer " + peer.id() + ": " + host + " has no address (set ip in peers)");
                }
            }
        }
        return Optional.of(
                new CapturePlan(captures, List.of(), List.of(), false, user, unknown).withAddresses(addresses));
    }

    /** Returns the plan with more addresses of peers. */
    CapturePlan withAddresses(Collection<InetAddress> more) {
        TreeSet<String> v4 = new TreeSet<>(peers4);
        TreeSet<String> v6 = new TreeSet<>(peers6);
        for (InetAddress address : more) {
            (address instanceof Inet6Address ? v6 : v4).add(address.getHostAddress());
        }
        return new CapturePlan(captures, List.copyOf(v4), List.copyOf(v6), anyDestination, user, unknown);
    }

    /** Returns whether packets to other hosts' addresses have to reach the sidecar's sockets. */
    boolean needsLocalRoutes() {
        return captures.stream().anyMatch(capture -> capture.keepsSource() || isTproxy(capture));
    }

    /** Returns whether the rules may be removed after the sidecar has ended; {@code check} requires the same of all captures. */
    boolean failsOpen() {
        return captures.stream().anyMatch(TransparentCapture::failOpen);
    }

    static boolean isTproxy(TransparentCapture capture) {
        return switch (capture.interception()) {
            case TPROXY -> true;
            case REDIRECT -> false;
        };
    }
}
