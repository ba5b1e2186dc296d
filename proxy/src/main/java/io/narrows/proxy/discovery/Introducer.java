package io.narrows.proxy.discovery;

import io.narrows.config.HostPort;
import io.narrows.config.PeerSource;
import io.narrows.proxy.link.handshake.Introduction;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Asks the sidecar at an address which node it serves. */
@FunctionalInterface
interface Introducer {
    /**
     * Asks once.
     *
     * @param source says whether the node may answer in plain text although this node has certificates
     * @param done receives the answer, or the reason why there is none; called by any thread
     */
    void ask(HostPort link, PeerSource source, BiConsumer<@Nullable Introduction, @Nullable Throwable> done);
}
