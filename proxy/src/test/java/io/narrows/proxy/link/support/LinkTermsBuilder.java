package io.narrows.proxy.link.support;

import io.narrows.codec.Codec;
import io.narrows.config.Location;
import io.narrows.config.PeerId;
import io.narrows.proxy.link.frame.FrameForm;
import io.narrows.proxy.link.terms.LinkTerms;
import io.narrows.proxy.link.terms.LivenessTerms;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Builds sessions for tests. By default this side dialed peer {@code b} in plain text, frames have the first form, and
 * the peer decodes no codec, grants no contexts and accepts no withdrawals.
 */
public final class LinkTermsBuilder {
    /** Terms with a peer of the first release, whose hello has no liveness. */
    public static final LivenessTerms OLD_PEER =
            new LivenessTerms(LivenessTerms.STANDARD_LIVENESS, LivenessTerms.STANDARD_LIVENESS, false, false);

    private final Map<Codec, Integer> decodable = new EnumMap<>(Codec.class);
    private Location location = new Location("r", "z", "hb");
    private FrameForm frames = FrameForm.PAYLOAD_CHECKED;
    private boolean encrypted;
    private boolean dialled = true;
    private boolean grantsContexts;
    private boolean grantsInSteps;
    private boolean decodesDenseVersion2;
    private List<String> encoders = List.of();
    private LivenessTerms liveness = OLD_PEER;

    /** Returns a builder of sessions with TLS and sampled content checks. */
    public static LinkTermsBuilder sampled() {
        return new LinkTermsBuilder().frames(FrameForm.CONTENT_SAMPLED);
    }

    /** Sets the form of frames, which also determines whether TLS carries the link. */
    public LinkTermsBuilder frames(FrameForm form) {
        frames = form;
        encrypted = form == FrameForm.UNCHECKED || form == FrameForm.CONTENT_SAMPLED;
        return this;
    }

    /** @param maxWindowLog the largest window, as a base-two logarithm of bytes; 0 for no limit */
    public LinkTermsBuilder decodes(Codec codec, int maxWindowLog) {
        decodable.put(codec, maxWindowLog);
        return this;
    }

    public LinkTermsBuilder location(Location announced) {
        location = announced;
        return this;
    }

    public LinkTermsBuilder dialled(boolean here) {
        dialled = here;
        return this;
    }

    /** Sets that the peer decodes version 2 of dense, which has level 0. */
    public LinkTermsBuilder decodesDenseVersion2() {
        decodesDenseVersion2 = true;
        return this;
    }

    public LinkTermsBuilder grantsContexts() {
        grantsContexts = true;
        return this;
    }

    /** Sets that the peer grants contexts, and those of dense in steps of memory. */
    public LinkTermsBuilder grantsInSteps() {
        grantsInSteps = true;
        return grantsContexts();
    }

    public LinkTermsBuilder liveness(LivenessTerms terms) {
        liveness = terms;
        return this;
    }

    /** Sets the encoders whose recipes the peer offers. */
    public LinkTermsBuilder encoders(List<String> names) {
        encoders = names;
        return this;
    }

    public LinkTerms build() {
        return new LinkTerms(
                new PeerId("b"),
                location,
                1,
                encrypted,
                dialled,
                true,
                frames,
                grantsContexts,
                grantsInSteps,
                decodable,
                decodesDenseVersion2,
                liveness,
                false,
                false,
                encoders);
    }
}
