package io.narrows.proxy.link.dictionary;

import io.narrows.codec.CodecSpec;
import io.narrows.codec.StreamDictionary;
import io.narrows.config.ConnectionScope;
import io.narrows.config.TrafficClass;
import java.nio.ByteBuffer;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One connection's part in the dictionaries of two nodes. Used on the link's event loop. */
public final class ConnectionDictionaries {
    /** Those of a connection whose link has agreed on none. */
    public static final ConnectionDictionaries NONE = new ConnectionDictionaries(null, "", false, false);

    private static final Logger LOG = LoggerFactory.getLogger(ConnectionDictionaries.class);

    private final @Nullable LinkDictionaries link;
    private final String target;
    private final boolean dialled;
    private final boolean tls;
    private boolean begun;

    ConnectionDictionaries(@Nullable LinkDictionaries link, String target, boolean dialled, boolean tls) {
        this.link = link;
        this.target = target;
        this.dialled = dialled;
        this.tls = tls;
    }

    /** Returns what samples the connection. It takes one of the peer's turns with the first content that the rule allows. */
    public SampledBeginning beginning(DictionaryRule rule) {
        return new SampledBeginning(rule, tls, () -> beginSample(rule));
    }

    private @Nullable ConnectionSample beginSample(DictionaryRule rule) {
        PeerTransfers peer = link == null ? null : link.peer();
        return peer == null ? null : peer.store().beginSample(peer.id(), target, dialled, tls, rule.announced());
    }

    /** Returns whether a context of this connection may begin with a dictionary under a rule: the first one of the sending direction. */
    public boolean allows(ConnectionScope scope, TrafficClass trafficClass) {
        return link != null && !begun && scope.includes(trafficClass, tls);
    }

    /**
     * Returns the dictionary with which the first context of the sending direction begins, for the caller to close; null for none.
     *
     * @param spec of the context, of a codec that takes dictionaries
     */
    public @Nullable StreamDictionary first(CodecSpec spec) {
        PeerTransfers peer = link == null ? null : link.peer();
        StreamDictionary own = link == null || peer == null ? null : latest(peer, link);
        if (peer == null || own == null) {
            return null;
        }
        if (!own.isPrepared(spec)) {
            prepare(peer, own, spec);
            return null;
        }
        return own.share();
    }

    /** Returns the latest dictionary that the peer has; if that is not the latest of this side, it is to be sent. */
    private @Nullable StreamDictionary latest(PeerTransfers peer, LinkDictionaries agreed) {
        StreamDictionary latest = peer.store().sent(peer.id(), target, dialled);
        if (latest == null) {
            return null;
        }
        boolean isReadable = agreed.peerReads(latest.dictionary());
        if (isReadable && agreed.isOffered(latest.name())) {
            return latest;
        }
        if (isReadable) {
            agreed.peerLacks(new OutgoingDictionary.MissingDictionary(latest.dictionary(), target, dialled));
        }
        StreamDictionary before = peer.store().sent(peer.id(), target, dialled, agreed::isOffered);
        return before != null && agreed.peerReads(before.dictionary()) ? before : null;
    }

    /** Digests a dictionary for the contexts of later connections, if there is memory for it; otherwise they begin empty, too. */
    private static void prepare(PeerTransfers peer, StreamDictionary dictionary, CodecSpec spec) {
        try {
            peer.workers().execute(() -> peer.store().prepare(peer.id(), dictionary, spec));
        } catch (RejectedExecutionException e) {
            LOG.atDebug()
                    .setCause(e)
                    .log("no worker is free to digest a dictionary; a later connection will ask again");
        }
    }

    /** Records that the first frame of a context is sent, after which none begins with a dictionary. */
    public void sent() {
        if (link != null) {
            begun = true;
            link.releaseOffers();
        }
    }

    /** Returns the dictionary that the first frame of the peer's context names; null if it names none that this side offered. */
    public @Nullable StreamDictionary named(ByteBuffer firstFrame) {
        return link == null ? null : link.named(firstFrame);
    }

    /** Records that the peer's first context has begun, so that no other one begins with a dictionary. */
    public void received() {
        if (link != null) {
            link.releaseOffered();
        }
    }
}
