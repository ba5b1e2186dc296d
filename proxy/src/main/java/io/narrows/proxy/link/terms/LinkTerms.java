package io.narrows.proxy.link.terms;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.Codecs;
import io.narrows.codec.UsableCodecs;
import io.narrows.config.Announcement;
import io.narrows.config.Config;
import io.narrows.config.Location;
import io.narrows.config.PeerId;
import io.narrows.config.PeerPlace;
import io.narrows.proxy.link.frame.FrameForm;
import io.narrows.proxy.link.proto.CodecOffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The terms of a link, as agreed by its two hellos.
 *
 * @param peer the id of the node at the other end, known to the configuration
 * @param location the place that the peer announced; {@link #place} returns the effective one
 * @param version of the protocol, the highest that both sides support
 * @param encrypted whether the link uses TLS
 * @param dialled whether this side made the connection
 * @param sharesHistory whether the peer supports messages about shared history
 * @param frames the form of the link's frames
 * @param grantsContexts whether the peer grants contexts; its grants then replace the windows of its hello
 * @param grantsInSteps whether grants of dense contexts are in steps of memory
 * @param decodable the codecs that the peer can decode, each with its largest window as a base-two logarithm; 0 for no
 *     limit
 * @param decodesDenseVersion2 whether the peer decodes version 2 of dense, which has level 0, if it decodes dense
 * @param liveness the liveness of both ends, as announced in the hellos
 * @param takesWithdrawals whether the peer accepts CODEC_WITHDRAWN
 * @param tlsThrough whether the peer begins TLS with targets if OPEN asks for it
 * @param encoders the encoders whose recipes both ends offered to each other; none if either does not accept carried content
 */
public record LinkTerms(
        PeerId peer,
        Location location,
        int version,
        boolean encrypted,
        boolean dialled,
        boolean sharesHistory,
        FrameForm frames,
        boolean grantsContexts,
        boolean grantsInSteps,
        Map<Codec, Integer> decodable,
        boolean decodesDenseVersion2,
        LivenessTerms liveness,
        boolean takesWithdrawals,
        boolean tlsThrough,
        List<String> encoders) {

    public LinkTerms {
        decodable = Map.copyOf(decodable);
        encoders = List.copyOf(encoders);
    }

    /** Returns this session without a codec, after the peer withdrew it at all levels. */
    public LinkTerms without(Codec codec) {
        Map<Codec, Integer> fewer = new HashMap<>(decodable);
        fewer.remove(codec);
        return with(fewer, decodesDenseVersion2 && codec != Codec.DENSE);
    }

    /**
     * Returns this session with a codec that the peer accepts again.
     *
     * @param offer the peer's latest offer of the codec; its window and versions replace those of earlier ones
     */
    public LinkTerms with(Codec codec, CodecOffer offer) {
        Map<Codec, Integer> more = new HashMap<>(decodable);
        more.put(codec, offer.getMaxWindowLog());
        return with(
                more, codec == Codec.DENSE ? CodecOffers.decodesDenseVersion2(List.of(offer)) : decodesDenseVersion2);
    }

    private LinkTerms with(Map<Codec, Integer> codecs, boolean denseVersion2) {
        return new LinkTerms(
                peer,
                location,
                version,
                encrypted,
                dialled,
                sharesHistory,
                frames,
                grantsContexts,
                grantsInSteps,
                codecs,
                denseVersion2,
                liveness,
                takesWithdrawals,
                tlsThrough,
                encoders);
    }

    /** Returns the place that decides tier, policy and price of the link's traffic. */
    public Location place(Config config) {
        return PeerPlace.of(config, peer, Optional.of(announcement())).effective();
    }

    /** Returns the place that the peer announced, and whether over TLS. */
    public Announcement announcement() {
        return new Announcement(location, encrypted);
    }

    /** Returns the codecs that this side encodes and the peer decodes, with {@link Codec#NONE}. */
    public UsableCodecs usable(Codecs codecs) {
        return codecs.common(decodable.keySet(), decodesDenseVersion2);
    }

    /** Returns the specification that both ends support for one requested by a policy: the same, a replacement, or none. */
    public CodecSpec negotiate(Codecs codecs, CodecSpec wanted) {
        CodecSpec spec = usable(codecs).resolve(wanted);
        int limit = grantsContexts ? 0 : decodable.getOrDefault(spec.codec(), 0);
        return limit == 0 || spec.windowLog() <= limit ? spec : spec.withWindowLog(limit);
    }

    /** Returns whether this side encodes a codec and the peer decodes it at that level; the window may be too large. */
    public boolean supports(Codecs codecs, CodecSpec spec) {
        return usable(codecs).contains(spec);
    }
}
