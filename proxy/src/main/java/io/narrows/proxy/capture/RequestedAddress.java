package io.narrows.proxy.capture;

import io.narrows.config.Config;
import io.narrows.config.HostPort;
import io.narrows.config.Peer;
import io.narrows.config.PeerId;
import io.narrows.config.TargetName;
import java.util.Map;
import java.util.Optional;

/** Where a request leads that names an address: to the peer and target that the peer's {@code addresses} have for it. */
record RequestedAddress(PeerId peer, TargetName target, HostPort requested) {
    /** Finds the peer's target with an address; empty if no peer has it. */
    static Optional<RequestedAddress> find(Config config, HostPort wanted) {
        for (Peer peer : config.peers()) {
            for (Map.Entry<TargetName, HostPort> address : peer.addresses().entrySet()) {
                if (address.getValue().isSameAs(wanted)) {
                    return Optional.of(new RequestedAddress(peer.id(), address.getKey(), wanted));
                }
            }
        }
        return Optional.empty();
    }
}
