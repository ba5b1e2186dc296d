package io.narrows.proxy.link.send;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.PackedFormat;
import io.narrows.config.Choice;
import io.narrows.config.Config;
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
 * @param overloadCodec the codec that the link steps down to when the wanted one is too slow for the load; empty for codecs that
 *     are fast enough
 * @param rawReason why everything is sent raw, if the codec is none
 * @param lingerNanos how long bytes may wait for more bytes; 0 to send them immediately
 * @param unpack the formats of pieces to be unpacked; none if nothing is compressed
 * @param sharedHistory whether dense frames may refer to data of the peer's other links, and their frames to this link's data
 */
public record SendingPolicy(
        Config decidedBy,
        boolean isConstant,
        TrafficClass trafficClass,
        boolean isChosen,
        CodecSpec requested,
        Encoding wanted,
        Optional<Encoding> previous,
        Optional<Encoding> overloadCodec,
        RawReason rawReason,
        int minSize,
        long lingerNanos,
        Set<PackedFormat> unpack,
        boolean sharedHistory,
        TrafficCell raw,
        LatencyHistogram latency) {
    /** A codec, and the cell in which its frames are counted. */
    record Encoding(CodecSpec spec, TrafficCell cell) {}

    /** @param tap chooses the codec if the rule leaves that to the sidecar */
    public static SendingPolicy decide(
            LinkEnvironment environment, LinkTerms terms, TrafficClass trafficClass, LinkTap.Connection tap) {
        Config config = environment.live().current();
        Location place = terms.place(config);
        Traffic traffic = new Traffic(terms.peer(), config.node().location(), place, trafficClass);
        Choice choice = config.policy().choose(traffic);
        CodecSpec wanted = tap.codec(traffic, choice.compression(), terms.usable(environment.codecs()));
        CodecSpec spec = terms.negotiate(environment.codecs(), wanted);
        Optional<Encoding> overloadCodec = spec.overloadCodec()
                .map(faster -> terms.negotiate(environment.codecs(), faster))
                .filter(faster -> faster.codec() != Codec.NONE)
                .map(faster -> new Encoding(faster, cell(environment, terms, place, trafficClass, faster.codec())));
        return new SendingPolicy(
                config,
                config.policy().isConstant(),
                trafficClass,
                choice.compression().auto(),
                wanted,
                new Encoding(spec, cell(environment, terms, place, trafficClass, spec.codec())),
                Optional.empty(),
                overloadCodec,
                rawReason(trafficClass, choice, wanted),
                choice.compression().minSize(),
                choice.compression().linger().toNanos(),
                spec.codec() == Codec.NONE ? Set.of() : choice.compression().unpack(),
                choice.compression().sharedHistory() && terms.sharesHistory(),
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
     * the peer has granted a context for this one.
     *
     * @param usable the codecs that both ends have
     */
    SendingPolicy after(Encoding inUse, Set<Codec> usable) {
        Codec codec = inUse.spec().codec();
        boolean differ = codec != wanted.spec().codec();
        boolean compress = codec != Codec.NONE && compresses();
        return isChosen && differ && compress && usable.contains(codec) ? withPrevious(Optional.of(inUse)) : this;
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
                overloadCodec,
                rawReason,
                minSize,
                lingerNanos,
                unpack,
                sharedHistory,
                raw,
                latency);
    }

    /** Returns the encoding that the link uses now, depending on whether it has stepped down. */
    Encoding inUse(boolean steppedDown) {
        return previous.orElseGet(() -> encoding(steppedDown));
    }

    /** Returns the wanted encoding of frames, depending on whether the link has stepped down. */
    Encoding encoding(boolean steppedDown) {
        return steppedDown ? overloadCodec.orElse(wanted) : wanted;
    }

    /** Returns the specifications that may have contexts. */
    List<CodecSpec> specs() {
        return Stream.of(Stream.of(wanted), overloadCodec.stream(), previous.stream())
                .flatMap(encodings -> encodings)
                .map(Encoding::spec)
                .distinct()
                .toList();
    }
}
