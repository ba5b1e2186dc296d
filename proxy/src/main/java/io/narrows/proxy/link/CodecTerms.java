package io.narrows.proxy.link;

import io.narrows.codec.Codec;
import io.narrows.proxy.link.proto.CodecOffer;
import io.narrows.proxy.link.proto.CodecWithdrawn;
import java.util.Set;

/**
 * The codecs that each end of a link takes. The hellos say it first; CODEC_WITHDRAWN changes it while the link runs. Used on the
 * link's event loop only, except where a method says otherwise.
 */
final class CodecTerms {
    private final LinkEnvironment environment;
    private final ControlWriter control;
    private Session session;
    private volatile Set<Codec> refused = Set.of();

    CodecTerms(LinkEnvironment environment, ControlWriter control, Session session) {
        this.environment = environment;
        this.control = control;
        this.session = session;
    }

    /** The agreement with the peer, with the codecs that it takes now. */
    Session session() {
        return session;
    }

    /** The codecs that this side has, and that the peer knows are not to be used. Safe from any thread. */
    Set<Codec> refused() {
        return refused;
    }

    /** Takes what this side's hello has left out. */
    void leftOut(Set<Codec> byHello) {
        refused = byHello;
    }

    /** Whether the peer has yet to be told which codecs this side refuses by now. */
    boolean hasNews() {
        return session.takesWithdrawals() && !current().equals(refused);
    }

    /** Writes CODEC_WITHDRAWN for each codec that this side refuses now, or takes again; the caller flushes. */
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
        return environment.refusals().of(session.peer());
    }

    /**
     * Takes the peer's word that it takes no more frames of a codec, or takes them again.
     *
     * @return whether that changes {@link #session}; a codec that this side does not know changes nothing
     */
    boolean hear(CodecWithdrawn said) {
        Session before = session;
        if (said.hasOffer()) {
            int limit = said.getOffer().getMaxWindowLog();
            Hellos.usable(said.getOffer()).ifPresent(codec -> session = before.with(codec, limit));
        } else {
            Hellos.usable(CodecOffer.newBuilder().setId(said.getCodec()).build())
                    .ifPresent(codec -> session = before.without(codec));
        }
        return session != before;
    }
}
