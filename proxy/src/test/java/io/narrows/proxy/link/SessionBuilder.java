package io.narrows.proxy.link;

import io.narrows.codec.Codec;
import io.narrows.config.Location;
import java.util.EnumMap;
import java.util.Map;

/**
 * Builds sessions for tests. By default this side dialled peer {@code b} in plain text, frames have the first form, and the peer
 * decodes no codec, grants no contexts and accepts no withdrawals.
 */
final class SessionBuilder {
    /** Terms with a peer of the first release, whose hello has no liveness. */
    static final LivenessTerms OLD_PEER =
            new LivenessTerms(LivenessTerms.STANDARD_LIVENESS, LivenessTerms.STANDARD_LIVENESS, false, false);

    private final Map<Codec, Integer> decodable = new EnumMap<>(Codec.class);
    private Location location = new Location("r", "z", "hb");
    private FrameForm frames = FrameForm.PAYLOAD_CHECKED;
    private boolean encrypted;
    private boolean dialled = true;
    private boolean grantsContexts;
    private LivenessTerms liveness = OLD_PEER;

    /** Returns a builder of sessions with TLS and sampled content checks. */
    static SessionBuilder sampled() {
        return new SessionBuilder().frames(FrameForm.CONTENT_SAMPLED);
    }

    /** Sets the form of frames, which also determines whether TLS carries the link. */
    SessionBuilder frames(FrameForm form) {
        frames = form;
        encrypted = form == FrameForm.UNCHECKED || form == FrameForm.CONTENT_SAMPLED;
        return this;
    }

    /** @param maxWindowLog the largest window, as a base-two logarithm of bytes; 0 for no limit */
    SessionBuilder decodes(Codec codec, int maxWindowLog) {
        decodable.put(codec, maxWindowLog);
        return this;
    }

    SessionBuilder location(Location announced) {
        location = announced;
        return this;
    }

    SessionBuilder dialled(boolean here) {
        dialled = here;
        return this;
    }

    SessionBuilder grantsContexts() {
        grantsContexts = true;
        return this;
    }

    SessionBuilder liveness(LivenessTerms terms) {
        liveness = terms;
        return this;
    }

    Session build() {
        return new Session(
                "b", location, 1, encrypted, dialled, true, frames, grantsContexts, decodable, liveness, false);
    }
}
