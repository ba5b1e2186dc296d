package io.narrows.proxy.link.receive;

import io.narrows.codec.Codec;
import io.narrows.proxy.link.frame.ContentCheck;
import io.narrows.proxy.link.frame.ContentChecksum;
import io.narrows.proxy.link.frame.ContentDiffersException;
import io.narrows.proxy.link.frame.CorruptFrameException;
import io.narrows.proxy.link.proto.Check;
import io.netty.buffer.ByteBuf;
import java.util.EnumSet;
import java.util.Set;

/** All content of a direction so far, which the peer's checks are compared with. Used on the link's event loop only. */
final class ReceivedContent {
    /** Distinguishes the cause: if no codec was involved, the content was damaged in transit or announced wrongly. */
    private static final Set<Codec> RAW_ONLY = EnumSet.of(Codec.NONE);

    private final ContentChecksum content = new ContentChecksum();

    /** The codecs of the content that no check has covered yet. */
    private final Set<Codec> unverified = EnumSet.noneOf(Codec.class);

    /** Sets whether content is carried from here on, which counts as content. */
    void carries(boolean on) {
        content.carries(on);
    }

    /** Adds the content of a frame of a codec; the bytes stay readable. */
    void add(Codec codec, ByteBuf app) {
        content.update(app);
        unverified.add(codec);
    }

    /**
     * Compares all content with the byte count and checksum of CHECK or FIN.
     *
     * @throws ContentDiffersException if they differ, and a codec may be the cause
     */
    void verify(Check check) throws CorruptFrameException {
        if (!content.agrees(check)) {
            throw differing(content.difference(check));
        }
        unverified.clear();
    }

    /**
     * Compares all content with a frame's {@link ContentCheck}.
     *
     * @throws ContentDiffersException if they differ, and a codec may be the cause
     */
    void verify(long check) throws CorruptFrameException {
        if (check == ContentCheck.NONE) {
            return;
        }
        if (!ContentCheck.agrees(check, content.value())) {
            throw differing(content.difference(check));
        }
        unverified.clear();
    }

    private CorruptFrameException differing(String words) {
        return RAW_ONLY.containsAll(unverified)
                ? new CorruptFrameException(words)
                : new ContentDiffersException(words, unverified);
    }
}
