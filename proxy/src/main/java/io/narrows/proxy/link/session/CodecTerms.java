package io.narrows.proxy.link.session;

import io.narrows.codec.Codec;
import io.narrows.proxy.link.control.ControlWriter;
import io.narrows.proxy.link.liveness.LivenessTracker;
import io.narrows.proxy.link.proto.CodecOffer;
import io.narrows.proxy.link.proto.CodecWithdrawn;
import io.narrows.proxy.link.registry.LinkEnvironment;
import io.narrows.proxy.link.terms.CodecOffers;
import io.narrows.proxy.link.terms.LinkTerms;
import java.util.Set;

/**
 * The codecs that each end of a link accepts. The hellos announce them; CODEC_WITHDRAWN changes them while the link
 * runs. Used on the link's event loop only, except where noted.
 */
final class CodecTerms {
    private final LinkEnvironment environment;
    private final ControlWriter control;
    private final LinkLifecycle lifecycle;
    private final LinkCloser closer;
    private final LivenessTracker tracker;
    private LinkTerms terms;
    private volatile Set<Codec> refused = Set.of();

    CodecTerms(
            LinkEnvironment environment,
            ControlWriter control,
            LinkLifecycle lifecycle,
            LinkCloser closer,
            LivenessTracker tracker,
            LinkTerms terms) {
        this.environment = environment;
        this.control = control;
        this.lifecycle = lifecycle;
        this.closer = closer;
        this.tracker = tracker;
        this.terms = terms;
    }

    /** Returns the agreement with the peer, with the codecs that the peer accepts now. */
    LinkTerms terms() {
        return terms;
    }

    /** Returns the codecs that this side supports but has told the peer not to use. Safe from any thread. */
    Set<Codec> refused() {
        return refused;
    }

    /** Sets the codecs that this side's hello left out. */
    void leftOut(Set<Codec> byHello) {
        refused = byHello;
    }

    /** Sends CODEC_WITHDRAWN for each codec that this side has started or stopped refusing, if the peer accepts such messages. */
    void tellRefusals() {
        Set<Codec> now = environment.refusals().of(terms.peer());
        if (closer.talks() && terms.takesWithdrawals() && !now.equals(refused)) {
            closer.failIfItThrows(() -> {
                tell(now);
                tracker.flush();
            });
        }
    }

    private void tell(Set<Codec> now) {
        Set<Codec> before = refused;
        refused = now;
        now.stream().filter(codec -> !before.contains(codec)).forEach(control::withdrawn);
        before.stream()
                .filter(codec -> !now.contains(codec) && environment.codecs().has(codec))
                .forEach(control::offered);
    }

    /**
     * Applies the peer's CODEC_WITHDRAWN, which withdraws a codec or accepts it again. A codec that this side does not know changes
     * nothing.
     */
    void hear(CodecWithdrawn said) {
        LinkTerms before = terms;
        if (said.hasOffer()) {
            CodecOffer offer = said.getOffer();
            CodecOffers.usable(offer).ifPresent(codec -> terms = before.with(codec, offer));
        } else {
            CodecOffers.usable(CodecOffer.newBuilder().setId(said.getCodec()).build())
                    .ifPresent(codec -> terms = before.without(codec));
        }
        if (terms != before && lifecycle.duplexIfTaken() != null) {
            closer.failIfItThrows(() -> {
                lifecycle.duplex().outbound().renegotiated(terms);
                tracker.flush();
            });
        }
    }
}
