package io.narrows.proxy.discovery;

import io.narrows.config.FoundNodes;
import io.narrows.config.Peer;
import io.narrows.config.PeerId;
import io.narrows.config.PeerSource;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** Logs what sources of peers find. */
final class FoundLog {
    private static final Logger LOG = LoggerFactory.getLogger(Discovery.class);

    private FoundLog() {}

    /** Logs the peers that came and went. */
    static void change(FoundNodes before, FoundNodes after) {
        Map<PeerId, Peer> gone = new HashMap<>();
        before.peers().forEach(peer -> gone.put(peer.id(), peer));
        after.peers().stream()
                .sorted(Comparator.comparing(peer -> peer.id().value()))
                .filter(peer -> gone.remove(peer.id()) == null)
                .forEach(peer -> LOG.atInfo()
                        .addKeyValue("peer", peer.id())
                        .addKeyValue("link", peer.link())
                        .addKeyValue(
                                "source", peer.source().map(PeerSource::label).orElse(""))
                        .log("peer found"));
        gone.values()
                .forEach(peer -> LOG.atInfo()
                        .addKeyValue("peer", peer.id())
                        .addKeyValue("link", peer.link())
                        .log("peer gone; its links drain"));
    }

    static void rival(Candidate rival) {
        LOG.atWarn()
                .addKeyValue("id", rival.id().map(PeerId::value).orElse(""))
                .addKeyValue("link", rival.endpoint().link())
                .addKeyValue("source", rival.source().label())
                .log("two nodes have the same id; the one at this address is refused");
    }

    static void ignored(FollowedSource source) {
        LOG.atWarn()
                .addKeyValue("source", source.config().label())
                .addKeyValue("ignored", source.ignored().size())
                .addKeyValue("max-peers", source.config().maxPeers())
                .log("a source of peers reports more than max-peers; the others are ignored");
    }

    static void failure(FollowedSource source, Level level, String why) {
        LOG.atLevel(level)
                .addKeyValue("source", source.config().label())
                .addKeyValue("detail", why)
                .log("cannot look for peers; those found before remain");
    }
}
