package io.narrows.node.peer;

import io.narrows.node.peer.RefusedException.Reason;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs warnings about peers that cannot be in the same group as this member, at most one per peer and minute. */
final class RefusalLog {
    private static final Logger LOG = LoggerFactory.getLogger(RefusalLog.class);

    private final WarningLimit limit = new WarningLimit(System::nanoTime);
    private volatile @Nullable RefusedException last;

    /** @param peer its peer address, or the remote address if it has not sent one */
    void warn(String peer, RefusedException refused) {
        last = refused;
        if (!limit.allows(peer)) {
            return;
        }
        if (refused.reason() == Reason.EARLIER_STORE) {
            LOG.atWarn()
                    .addKeyValue("peer", peer)
                    .log("peer runs an older version that replicates with Apache Ratis and cannot join this member's"
                            + " group; upgrade the peer (docs/store.md#from-apache-ratis)");
        } else {
            LOG.atWarn()
                    .addKeyValue("peer", peer)
                    .addKeyValue("code", refused.reason())
                    .addKeyValue("reason", refused.getMessage())
                    .log("connection between members rejected");
        }
    }

    /** Returns the last refusal, or null. */
    @Nullable
    RefusedException last() {
        return last;
    }
}
