package io.narrows.config;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import java.util.List;
import java.util.stream.Stream;

/**
 * The measurement of other codecs and levels on a sample of what links send.
 *
 * @param active whether it is done
 * @param candidates the codecs and levels, uncompressed first, without duplicates
 * @param share the part of one processor that it may use, from {@value #MIN_SHARE} to {@value #MAX_SHARE}
 */
public record WhatIfSettings(boolean active, List<CodecSpec> candidates, double share) {
    public static final double MIN_SHARE = 0.001;
    public static final double MAX_SHARE = 0.5;

    /** The measurement is not done. */
    public static final WhatIfSettings OFF = new WhatIfSettings(
            false,
            List.of(
                    CodecSpec.of(Codec.LZ4),
                    CodecSpec.of(Codec.GZIP, 1),
                    CodecSpec.of(Codec.GZIP, 6),
                    CodecSpec.of(Codec.ZSTD, 1),
                    CodecSpec.of(Codec.ZSTD, 3),
                    CodecSpec.of(Codec.ZSTD, 9),
                    CodecSpec.of(Codec.DENSE, 2)),
            0.02);

    /** The measurement is done with the standard candidates and share. */
    public static final WhatIfSettings STANDARD = new WhatIfSettings(true, OFF.candidates(), OFF.share());

    public WhatIfSettings {
        candidates = Stream.concat(Stream.of(CodecSpec.of(Codec.NONE)), candidates.stream())
                .distinct()
                .toList();
    }
}
