package io.narrows.config;

import io.narrows.config.yaml.Words;
import io.narrows.config.yaml.YamlMap;
import io.narrows.config.yaml.YamlValue;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Checks that the settings of the bundled store match those of the sidecar. A member calls the others
 * {@code <id>:<port of its target>}, and each of these names must correspond to exactly one capture of this sidecar.
 */
final class StoreChecks {
    /** Names that a gRPC channel accepts as a host. */
    private static final Pattern HOST_NAME =
            Pattern.compile("([A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?\\.)*[A-Za-z]([A-Za-z0-9-]*[A-Za-z0-9])?");

    private final YamlMap root;
    private final SidecarAddresses addresses;
    private final ListenAddresses listens;
    private final PeersReader peers;
    private final CaptureReader captures;
    private final Map<String, YamlValue> names = new HashMap<>();

    /** Creates checks that report problems at the positions the readers remember. */
    StoreChecks(
            YamlMap root,
            SidecarAddresses addresses,
            ListenAddresses listens,
            PeersReader peers,
            CaptureReader captures) {
        this.root = root;
        this.addresses = addresses;
        this.listens = listens;
        this.peers = peers;
        this.captures = captures;
    }

    void check(Config config) {
        config.store().ifPresent(store -> {
            Optional.ofNullable(config.targets().get(store.target())).ifPresent(target -> {
                HostPort address = target.address();
                bind(store.target(), address);
                own(config.node().id())
                        .ifPresent(place -> name(place, config.node().id().value()));
                List<ListenerCapture> listeners = listeners(config);
                for (Peer peer : config.peers()) {
                    if (store.isMember(peer.id())) {
                        if (!target.admits(peer.id())) {
                            admission(store.target(), peer);
                        }
                        member(peer, config.peers().indexOf(peer), listeners, store.target(), address.port());
                    }
                }
            });
            if (store.process() == StoreProcess.SHARED) {
                addresses.refuseNames();
            }
        });
    }

    /** Returns the position of the id of this node. */
    private Optional<YamlValue> own(PeerId id) {
        return root.has("nodes")
                ? Optional.of(peers.place(id))
                : root.get("node").flatMap(node -> node.find("id"));
    }

    /** Reports a member of the store that may not open the target. */
    private void admission(TargetName target, Peer peer) {
        root.get("targets")
                .flatMap(targets -> targets.find(target.value()))
                .flatMap(value -> value.find("peers"))
                .ifPresent(list -> list.wrong(
                        "peer " + Words.quote(peer.id().value())
                                + " is a member of the store but is not allowed to open its target",
                        "a list with all members of the store"));
    }

    /** Checks and claims the address that the store listens on for other members. */
    private void bind(TargetName target, HostPort address) {
        root.get("targets").flatMap(targets -> targets.find(target.value())).ifPresent(place -> {
            if (!address.isLoopback()) {
                place.wrong(
                        "the store accepts plain text from its members on target " + target + ", but " + address
                                + " is not on loopback",
                        "an address such as 127.0.0.1:" + address.port());
            }
            listens.claim(place, address);
        });
    }

    private void member(Peer peer, int index, List<ListenerCapture> listeners, TargetName target, int port) {
        YamlValue place = peers.place(peer);
        name(place, peer.id().value());
        List<ListenerCapture> leading = listeners.stream()
                .filter(capture -> capture.leadsTo(peer.id(), target))
                .toList();
        if (leading.isEmpty()) {
            place.wrong(
                    "peer " + Words.quote(peer.id().value())
                            + " is a member of the store, but no capture leads to its target " + target,
                    "\"- {listen: " + free(listeners, index, port) + ", peer: " + peer.id() + ", target: " + target
                            + "}\" in capture, or members in store without it");
        }
        leading.forEach(capture -> capture(capture, leading.get(0), port));
    }

    private void capture(ListenerCapture capture, ListenerCapture first, int port) {
        YamlValue place = captures.place(capture);
        String what = "capture of member " + Words.quote(capture.peer().value());
        if (!capture.equals(first)) {
            place.wrong(
                    "second " + what + "; the first is at line "
                            + captures.place(first).place().line(),
                    "only one capture for each member of the store");
        } else if (capture.listen().port() != port) {
            place.wrong(
                    what + " has port " + capture.listen().port() + ", but member names of the store use the port of "
                            + "its target",
                    "port " + port);
        } else if (!capture.listen().isLoopback()) {
            place.wrong(what + " is not on loopback", "an address such as 127.0.1.2:" + port);
        }
    }

    private void name(YamlValue place, String id) {
        if (!HOST_NAME.matcher(id).matches() || id.equalsIgnoreCase("localhost")) {
            place.wrong(
                    "member " + Words.quote(id) + " of the store is not usable as a host name",
                    "letters, digits and dashes, starting with a letter; if it contains dots, a letter after the last dot");
        }
        YamlValue same = names.putIfAbsent(id.toLowerCase(Locale.ROOT), place);
        if (same != null) {
            place.wrong(
                    "member " + Words.quote(id) + " of the store has the same host name as the one at line "
                            + same.place().line(),
                    "a name that differs by more than case");
        }
    }

    /** Suggests an address for the capture of the peer at an index of the list, in the style of the examples. */
    private static HostPort free(List<ListenerCapture> listeners, int index, int port) {
        return IntStream.rangeClosed(index + 2, 254)
                .mapToObj(last -> new HostPort("127.0.1." + last, port))
                .filter(address ->
                        listeners.stream().noneMatch(other -> other.listen().overlaps(address)))
                .findFirst()
                .orElse(new HostPort("127.0.2.1", port));
    }

    private static List<ListenerCapture> listeners(Config config) {
        return config.captures().stream()
                .flatMap(capture -> capture.asListener().stream())
                .toList();
    }
}
