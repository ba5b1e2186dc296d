package io.narrows.proxy.link.terms;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.MalformedDataException;
import io.narrows.proxy.link.proto.CodecOffer;
import java.util.List;
import java.util.Optional;

/** Builds this side's offers of codecs, and reads the peer's. */
public final class CodecOffers {
    /** The largest window that a peer may request, as a base-two logarithm of bytes: 8 MiB. */
    public static final int MAX_WINDOW_LOG = 23;

    private CodecOffers() {}

    /** Returns this side's offer of a codec, with the largest window. */
    public static CodecOffer offer(Codec codec) {
        return offer(codec, MAX_WINDOW_LOG);
    }

    /**
     * Returns this side's offer of a codec, with the versions of its format unless only the first one exists.
     *
     * @param windowLog the largest window, as a base-two logarithm of bytes; ignored for codecs that do not limit it
     */
    public static CodecOffer offer(Codec codec, int windowLog) {
        return CodecOffer.newBuilder()
                .setId(codec.id())
                .setMaxWindowLog(codec.limitsWindow() ? windowLog : 0)
                .addAllVersion(codec.formats().equals(List.of(1)) ? List.of() : codec.formats())
                .build();
    }

    /** Returns whether the peer with these offers decodes version 2 of dense, which has level 0. */
    public static boolean decodesDenseVersion2(List<CodecOffer> offers) {
        CodecSpec level0 = CodecSpec.of(Codec.DENSE, 0);
        return offers.stream()
                .anyMatch(offer -> offer.getId() == Codec.DENSE.id()
                        && offer.getVersionList().contains(level0.format()));
    }

    /**
     * Returns the codec of an offer if this side can encode for it; also checks the window and the version of the codec's
     * format.
     */
    public static Optional<Codec> usable(CodecOffer offer) {
        int limit = offer.getMaxWindowLog();
        if (limit != 0 && (limit < CodecSpec.MIN_WINDOW_LOG || limit > CodecSpec.MAX_WINDOW_LOG)) {
            return Optional.empty();
        }
        try {
            Codec codec = Codec.ofId(offer.getId());
            boolean format =
                    offer.getVersionCount() == 0 || offer.getVersionList().contains(codec.format());
            return format ? Optional.of(codec) : Optional.empty();
        } catch (MalformedDataException laterCodec) {
            return Optional.empty();
        }
    }
}
