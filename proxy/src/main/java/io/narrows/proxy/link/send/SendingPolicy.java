package io.narrows.proxy.link.send;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecCost;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.Codecs;
import io.narrows.codec.PackedFormat;
import io.narrows.codec.UsableCodecs;
import io.narrows.config.Choice;
import io.narrows.config.Config;
import io.narrows.config.ConnectionScope;
import io.narrows.config.Location;
import io.narrows.config.Traffic;
import io.narrows.config.TrafficClass;
import io.narrows.proxy.link.registry.LinkEnvironment;
import io.narrows.proxy.link.registry.LinkTap;
import io.narrows.proxy.link.terms.LinkTerms;
import io.narrows.proxy.meter.Direction;
import io.narrows.proxy.meter.LatencyHistogram;
import io.narrows.proxy.meter.RawReason;
import io.narrows.proxy.meter.TrafficCell;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The active policy for one link's sent traffic, with its counters. Immutable; replaced when the configuration or the link's
 * class changes, and while a condition may vary.
 *
 * @param decidedBy the configuration from which it was derived
 * @param isConstant whether it stays valid as long as the configuration and the class do not change
 * @param requested the specification of the rule, or one chosen for this link
 * @param wanted the requested specification, as far as both ends support it
 * @param isChosen whether the rule leaves the codec to the sidecar
 * @param previous the encoding of a link whose codec was chosen anew, until the peer has granted a context for the new one; empty
 *     otherwise
 * @param lowerLevel the level of the wanted codec's own context that the link steps down to first, if the peer decodes it; counted
 *     like the wanted one
 * @param overloadCodec the codec that the link steps down to when the wanted one, and its lower level, are too slow for the load; empty
 *     for codecs that are fast enough, or if both ends have none that is faster
 * @param rawReason why everything is sent raw, if the codec is none
 * @param lingerNanos how long bytes may wait for more bytes; 0 to send them immediately
 * @param unpack the formats of pieces to be unpacked; none if nothing is compressed
 * @param sharedHistory whether dense frames may refer to data of the peer's other links, and their frames to this link's data
 * @param priming which contexts of dense may begin from states of earlier ones
 * @param dictionary which contexts may begin with dictionaries
 */
public record SendingPolicy(
        Config decidedBy,
        boolean isConstant,
        TrafficClass trafficClass,
        boolean isChosen,
        CodecSpec requested,
        Encoding wanted,
        Optional<Encoding> previous,
        Optional<Encoding> lowerLevel,
        Optional<Encoding> overloadCodec,
        RawReason rawReason,
        int minSize,
        long lingerNanos,
        Set<PackedFormat> unpack,
        boolean sharedHistory,
        ConnectionScope priming,
        ConnectionScope dictionary,
        TrafficCell raw,
        LatencyHistogram latency) {
    /**
     * A codec, the context that encodes its frames, and the cell in which they are counted.
     *
     * @param context the specification of the context: the codec's own, or that of a higher level that it is the
     *     {@linkplain CodecSpec#lowerLevel lower level} of
     */
    record Encoding(CodecSpec spec, CodecSpec context, TrafficCell cell) {
        /** An encoding with a context of its own. */
        Encoding(CodecSpec spec, TrafficCell cell) {
            this(spec, spec, cell);
        }

        /** Returns the lower level of this encoding's context, counted like this one; empty if there is none. */
        Optional<Encoding> lowerLevel() {
            return spec.lowerLevel().map(lower -> new Encoding(lower, context, cell));
        }

        /** Returns whether frames are of the lower level of their context. */
        boolean atLowerLevel() {
            return !spec.equals(context);
        }

        /** Returns whether frames are of level 0 of dense, in a context of their own or of a higher level. */
        boolean isOfLevel0() {
            return spec.isLevel0();
        }

        /** Returns the encoding of the same context at its own level. */
        Encoding atLevelOfContext() {
            return new Encoding(context, cell);
        }
    }

    /** @param tap chooses the codec if the rule leaves that to the sidecar */
    public static SendingPolicy decide(
            LinkEnvironment environment, LinkTerms terms, TrafficClass trafficClass, LinkTap.Connection tap) {
        Config config = environment.live().current();
        Location place = terms.place(config);
        Traffic traffic = new Traffic(terms.peer(), config.node().location(), place, trafficClass);
        Choice choice = config.policy().choose(traffic);
        UsableCodecs usable = terms.usable(environment.codecs());
        CodecSpec wanted = tap.codec(traffic, choice.compression(), usable);
        CodecSpec spec = terms.negotiate(environment.codecs(), wanted);
        Encoding negotiated = new Encoding(spec, cell(environment, terms, place, trafficClass, spec.codec()));
        Optional<Encoding> lowerLevel = negotiated.lowerLevel().filter(lower -> usable.contains(lower.spec()));
        boolean hasLevel0 = negotiated.isOfLevel0() || lowerLevel.isPresent();
        Optional<Encoding> overloadCodec = spec.overloadCodec()
                .map(faster -> terms.negotiate(environment.codecs(), faster))
                .filter(faster -> faster.codec() != Codec.NONE)
                .filter(faster -> !hasLevel0 || CodecCost.isFasterThanLevel0(faster))
                .map(faster -> new Encoding(faster, cell(environment, terms, place, trafficClass, faster.codec())));
        return new SendingPolicy(
                config,
                config.policy().isConstant(),
                trafficClass,
                choice.compression().auto(),
                wanted,
                negotiated,
                Optional.empty(),
                lowerLevel,
                overloadCodec,
                rawReason(trafficClass, choice, wanted),
                choice.compression().minSize(),
                choice.compression().linger().toNanos(),
                spec.codec() == Codec.NONE ? Set.of() : choice.compression().unpack(),
                choice.compression().sharedHistory() && terms.sharesHistory(),
                choice.compression().priming(),
                choice.compression().dictionary(),
                cell(environment, terms, place, trafficClass, Codec.NONE),
                environment.latency().histogram(terms.peer(), trafficClass, Direction.SENT));
    }

    private static RawReason rawReason(TrafficClass trafficClass, Choice choice, CodecSpec wanted) {
        if (choice.rule().isEmpty()) {
            return trafficClass.equals(TrafficClass.ENCRYPTED) ? RawReason.ENCRYPTED : RawReason.NO_RULE;
        }
        return wanted.codec() == Codec.NONE ? RawReason.POLICY : RawReason.NO_COMMON_CODEC;
    }

    private static TrafficCell cell(
            LinkEnvironment environment, LinkTerms terms, Location place, TrafficClass trafficClass, Codec codec) {
        return environment.traffic().cell(terms.peer(), place, trafficClass, codec, Direction.SENT);
    }

    public boolean compresses() {
        return wanted.spec().codec() != Codec.NONE;
    }

    /**
     * Returns this policy for a link that was using another encoding. If the codec is a chosen one, the link keeps that encoding until
     * the peer has granted a context for this one; at the level of its context if the peer no longer decodes the lower one.
     *
     * @param codecs those of this side
     */
    SendingPolicy after(Encoding inUse, LinkTerms terms, Codecs codecs) {
        Codec codec = inUse.spec().codec();
        boolean differ = codec != wanted.spec().codec();
        boolean compress = codec != Codec.NONE && compresses();
        if (!isChosen || !differ || !compress || !terms.supports(codecs, inUse.context())) {
            return this;
        }
        return withPrevious(Optional.of(terms.supports(codecs, inUse.spec()) ? inUse : inUse.atLevelOfContext()));
    }

    /** Returns this policy for a link that no longer uses its previous encoding. */
    SendingPolicy arrived() {
        return withPrevious(Optional.empty());
    }

    private SendingPolicy withPrevious(Optional<Encoding> encoding) {
        return new SendingPolicy(
                decidedBy,
                isConstant,
                trafficClass,
                isChosen,
                requested,
                wanted,
                encoding,
                lowerLevel,
                overloadCodec,
                rawReason,
                minSize,
                lingerNanos,
                unpack,
                sharedHistory,
                priming,
                dictionary,
                raw,
                latency);
    }

    /** Returns the wanted encoding, or the overload codec if there is one. */
    Encoding encoding(boolean overloaded) {
        return overloaded ? overloadCodec.orElse(wanted) : wanted;
    }

    /** Returns the encoding of single frames for which the wanted one would be late; the wanted one if none is faster. */
    Encoding faster() {
        return lowerLevel.orElse(encoding(true));
    }

    /** Returns whether there is an encoding to step down to. */
    boolean hasFaster() {
        return faster() != wanted;
    }

    /** Returns the specifications that may have contexts. */
    List<CodecSpec> specs() {
        return Stream.of(Stream.of(wanted), overloadCodec.stream(), previous.stream())
                .flatMap(encodings -> encodings)
                .map(Encoding::context)
                .distinct()
                .toList();
    }
}
