package io.narrows.proxy.link.dictionary;

import io.narrows.codec.CodecSpec;
import io.narrows.codec.StreamDictionary;
import io.narrows.codec.dictionary.Dictionary;
import io.narrows.codec.dictionary.DictionaryName;
import io.narrows.config.Announcement;
import io.narrows.config.PeerId;
import io.narrows.proxy.memory.TakenMemory;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The dictionaries that a sidecar has, as its links use them. A dictionary that is returned may be closed at any time: links {@linkplain
 * StreamDictionary#share share} it. Safe for use by many threads; only {@link #keep} and {@link #prepare} may block.
 */
public interface SidecarDictionaries {
    /** Those of a sidecar that has none, and keeps none. */
    SidecarDictionaries NONE = new SidecarDictionaries() {
        @Override
        public @Nullable StreamDictionary sent(
                PeerId peer, String target, boolean dialled, Predicate<DictionaryName> known) {
            return null;
        }

        @Override
        public void setReadsFrames(PeerId peer, boolean reads) {}

        @Override
        public @Nullable StreamDictionary byName(PeerId peer, DictionaryName name) {
            return null;
        }

        @Override
        public List<DictionaryName> received(PeerId peer) {
            return List.of();
        }

        @Override
        public boolean renew(PeerId peer, DictionaryName name) {
            return false;
        }

        @Override
        public boolean keep(PeerId peer, String target, boolean dialled, Dictionary dictionary, TakenMemory reserved) {
            return false;
        }

        @Override
        public boolean prepare(PeerId peer, StreamDictionary dictionary, CodecSpec spec) {
            return false;
        }

        @Override
        public @Nullable ConnectionSample beginSample(
                PeerId peer, String target, boolean dialled, boolean tls, Announcement announced) {
            return null;
        }
    };

    /**
     * Returns the dictionary that this side made for what it sends to a target of a peer, or from one to the peer; null for none.
     *
     * @param dialled whether this side dials the links
     */
    default @Nullable StreamDictionary sent(PeerId peer, String target, boolean dialled) {
        return sent(peer, target, dialled, any -> true);
    }

    /**
     * Returns the latest of these dictionaries that the peer has: while a new one is on its way, that is the one before.
     *
     * @param known returns whether the peer has a dictionary of that name
     */
    @Nullable
    StreamDictionary sent(PeerId peer, String target, boolean dialled, Predicate<DictionaryName> known);

    /** Records whether a peer's release reads dictionaries with frames; otherwise, those that are trained for it have none. */
    void setReadsFrames(PeerId peer, boolean reads);

    /** Returns a dictionary that a peer made; null if this side does not have it, or not yet. */
    @Nullable
    StreamDictionary byName(PeerId peer, DictionaryName name);

    /** Returns the names of the dictionaries that a peer made and this side has: those that none replaces first, the newest first of them. */
    List<DictionaryName> received(PeerId peer);

    /** Returns whether this side has a dictionary that a peer made and sends again; if so, it counts as new. */
    boolean renew(PeerId peer, DictionaryName name);

    /**
     * Keeps a dictionary that a peer has sent. May block.
     *
     * @param dialled whether this side dials the links that the dictionary is for
     * @param reserved memory for the dictionary's form for contexts; handed over to it if it is made, otherwise the caller's
     * @return whether {@link #byName} returns it from now on
     */
    boolean keep(PeerId peer, String target, boolean dialled, Dictionary dictionary, TakenMemory reserved);

    /**
     * Digests a dictionary of {@link #sent} for encoders with a specification, after taking the memory for that. May block, for some
     * milliseconds.
     *
     * @return false, with nothing digested, if the peer has no memory for it, or the dictionary is no longer one of those of this side
     */
    boolean prepare(PeerId peer, StreamDictionary dictionary, CodecSpec spec);

    /**
     * Begins the sample of what this side sends on a connection, for a dictionary; null if it is not sampled.
     *
     * @param dialled whether this side dialed the connection's link
     * @param tls whether the sidecars end the connection's TLS
     * @param announced by the peer in the link's hello
     */
    @Nullable
    ConnectionSample beginSample(PeerId peer, String target, boolean dialled, boolean tls, Announcement announced);
}
