package io.narrows.proxy.link.session;

import io.narrows.codec.Codec;
import io.narrows.proxy.link.control.ControlWriter;
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
    private LinkTerms terms;
    private volatile Set<Codec> refused = Set.of();

    CodecTerms(LinkEnvironment environment, ControlWriter control, LinkTerms terms) {
        this.environment = environment;
        this.control = control;
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

    /** Returns whether the peer accepts CODEC_WITHDRAWN and does not yet know all codecs that this side refuses. */
    boolean hasNews() {
        return terms.takesWithdrawals() && !current().equals(refused);
    }

    /** Writes CODEC_WITHDRAWN for each codec that this side has started or stopped refusing; the caller flushes. */
    void tell() {
        Set<Codec> now = current();
        Set<Codec> before = refused;
        refused = now;
        now.stream().filter(codec -> !before.contains(codec)).forEach(control::withdrawn);
        before.stream()
                .filter(codec -> !now.contains(codec) && environment.codecs().has(codec))
                .forEach(control::offered);
    }

    private Set<Codec> current() {
        return environment.refusals().of(terms.peer());
    }

    /**
     * Applies the peer's CODEC_WITHDRAWN, which withdraws a codec or accepts it again.
     *
     * @return whether this changes {@link #terms}; a codec that this side does not know changes nothing
     */
    boolean hear(CodecWithdrawn said) {
        LinkTerms before = terms;
        if (said.hasOffer()) {
            CodecOffer offer = said.getOffer();
            CodecOffers.usable(offer).ifPresent(codec -> terms = before.with(codec, offer));
        } else {
            CodecOffers.usable(CodecOffer.newBuilder().setId(said.getCodec()).build())
                    .ifPresent(codec -> terms = before.without(codec));
        }
        return terms != before;
    }
}
