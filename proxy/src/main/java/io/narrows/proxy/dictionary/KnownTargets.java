package io.narrows.proxy.dictionary;

import io.narrows.config.Config;
import io.narrows.config.PeerId;
import io.narrows.config.Target;
import io.narrows.config.TargetName;
import io.narrows.proxy.live.LiveConfig;
import org.jspecify.annotations.Nullable;

/** The targets for which this side takes dictionaries from a peer: those to which connections between the two can lead. */
interface KnownTargets {
    /** @param dialled whether this side dials the connections' links, so that the target is one of the peer's */
    boolean has(PeerId peer, TargetName target, boolean dialled);

    /** Returns those of the configuration in force. */
    static KnownTargets of(LiveConfig live) {
        return (peer, target, dialled) -> dialled
                ? isCaptured(live.current(), peer, target)
                : isAdmitted(live.current().targets().get(target), peer);
    }

    private static boolean isAdmitted(@Nullable Target target, PeerId peer) {
        return target != null && target.admits(peer);
    }

    private static boolean isCaptured(Config config, PeerId peer, TargetName target) {
        boolean hasListener = config.captures().stream()
                .flatMap(capture -> capture.asListener().stream())
                .anyMatch(listener ->
                        listener.peer().equals(peer) && listener.target().equals(target));
        return hasListener
                || config.peers().stream()
                        .anyMatch(known ->
                                known.id().equals(peer) && known.addresses().containsKey(target));
    }
}
