package io.narrows.proxy.link.handshake;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.Codecs;
import io.narrows.codec.ContextSizes;
import io.narrows.config.Location;
import io.narrows.config.Node;
import io.narrows.config.PeerId;
import io.narrows.proxy.link.Printable;
import io.narrows.proxy.link.frame.FrameForm;
import io.narrows.proxy.link.proto.CodecOffer;
import io.narrows.proxy.link.proto.Hello;
import io.narrows.proxy.link.registry.OfferedEncoders;
import io.narrows.proxy.link.terms.CodecOffers;
import io.narrows.proxy.link.terms.LinkTerms;
import io.narrows.proxy.link.terms.LivenessTerms;
import io.narrows.proxy.memory.MemoryPool;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Builds this sidecar's HELLO and reads the peer's. */
public final class Hellos {
    static final int MIN_VERSION = 1;
    static final int MAX_VERSION = 1;

    /** The smallest window of dense, as a base-two logarithm of bytes. */
    private static final int SMALLEST_OFFER_LOG = 17;

    private static final int OFFERED_PART = 8;

    private Hellos() {}

    /**
     * @param receiving memory for decoding contexts
     * @param encoders those whose recipes this process has
     */
    public static Hello of(
            Node node,
            Duration liveness,
            Codecs codecs,
            MemoryPool receiving,
            OfferedEncoders encoders,
            String software) {
        int window = offeredWindowLog(receiving);
        Hello.Builder hello = Hello.newBuilder()
                .setMinVersion(MIN_VERSION)
                .setMaxVersion(MAX_VERSION)
                .setNode(node.id().value())
                .setRegion(node.location().region())
                .setZone(node.location().zone())
                .setHost(node.location().host())
                .setSoftware(software)
                .setSharedHistory(true)
                .setContentChecks(FrameForm.LATEST)
                .setCodecWithdrawals(true)
                .setPairLiveness(true)
                .setLivenessMillis((int) liveness.toMillis())
                .setContextGrants(true)
                .setGrantSteps(true)
                .setTlsThrough(true)
                .addAllEncoders(encoders.entries())
                .setEncodersHash(encoders.hash());
        for (Codec codec : Codec.values()) {
            if (codecs.has(codec)) {
                hello.addCodecs(CodecOffers.offer(codec, window));
            }
        }
        return hello.build();
    }

    /**
     * Returns a hello without the offers of some codecs, and of some encoders of recipes.
     *
     * @param encoders their names, without fingerprints
     */
    static Hello without(Hello hello, Set<Codec> refused, Set<String> encoders) {
        Hello.Builder fewer = hello.toBuilder().clearCodecs();
        if (!encoders.isEmpty()) {
            OfferedEncoders others = OfferedEncoders.of(hello.getEncodersList().stream()
                    .filter(entry -> !encoders.contains(OfferedEncoders.name(entry)))
                    .toList());
            fewer.clearEncoders().addAllEncoders(others.entries()).setEncodersHash(others.hash());
        }
        hello.getCodecsList().stream()
                .filter(offer -> refused.stream().noneMatch(codec -> codec.id() == offer.getId()))
                .forEach(fewer::addCodecs);
        return fewer.build();
    }

    /** Returns the window offered to peers that do not request grants: one {@value #OFFERED_PART}th of the free memory. */
    private static int offeredWindowLog(MemoryPool receiving) {
        long left = receiving.limitBytes() - receiving.usedBytes();
        int log = CodecOffers.MAX_WINDOW_LOG;
        while (log > SMALLEST_OFFER_LOG && largestDecoder(log) > left / OFFERED_PART) {
            log--;
        }
        return log;
    }

    private static long largestDecoder(int windowLog) {
        return Arrays.stream(Codec.values())
                .filter(Codec::limitsWindow)
                .mapToLong(codec -> ContextSizes.decoder(CodecSpec.of(codec).withWindowLog(windowLog)))
                .max()
                .orElseThrow();
    }

    /** Returns whether both sides have a version in common. */
    public static boolean compatible(Hello other) {
        return other.getMinVersion() <= MAX_VERSION && other.getMaxVersion() >= MIN_VERSION;
    }

    /** Returns the place in a hello, escaped for printing; valid names of a configuration are unchanged. */
    static Location place(Hello hello) {
        return new Location(
                Printable.of(hello.getRegion()), Printable.of(hello.getZone()), Printable.of(hello.getHost()));
    }

    /**
     * @param own this side's hello to this peer, with all its encoders
     * @param other the hello of a configured peer, {@linkplain SharedEncoders#completed completed}
     */
    public static LinkTerms agree(Hello own, Hello other, boolean encrypted, boolean dialled) {
        return new LinkTerms(
                new PeerId(other.getNode()),
                place(other),
                Math.min(MAX_VERSION, other.getMaxVersion()),
                encrypted,
                dialled,
                other.getSharedHistory(),
                FrameForm.of(encrypted, other.getContentChecks()),
                other.getContextGrants() && other.getPairLiveness(),
                other.getGrantSteps() && other.getContextGrants() && other.getPairLiveness(),
                decodable(other),
                CodecOffers.decodesDenseVersion2(other.getCodecsList()),
                LivenessTerms.of(own, other),
                other.getCodecWithdrawals(),
                other.getTlsThrough(),
                common(own.getEncodersList(), other.getEncodersList()));
    }

    /**
     * Returns the codecs that the peer decodes and this side can encode, with their largest windows. Skips codecs of
     * later versions, and windows that no codec supports.
     */
    private static Map<Codec, Integer> decodable(Hello other) {
        Map<Codec, Integer> decodable = new EnumMap<>(Codec.class);
        for (CodecOffer offer : other.getCodecsList()) {
            CodecOffers.usable(offer).ifPresent(codec -> decodable.put(codec, offer.getMaxWindowLog()));
        }
        return decodable;
    }

    private static List<String> common(List<String> own, List<String> others) {
        return own.stream().filter(others::contains).toList();
    }
}
