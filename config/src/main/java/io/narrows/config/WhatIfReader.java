package io.narrows.config;

import io.narrows.config.yaml.Keys;
import io.narrows.config.yaml.YamlValue;
import java.util.Optional;

/** Reads {@code what-if}: whether it is on, or a map of its settings. */
final class WhatIfReader {
    static final Keys KEYS = Keys.of("what-if").optional("candidates", "share");

    private WhatIfReader() {}

    static Optional<WhatIfSettings> read(YamlValue value) {
        if (value.unreported().entries("a map").isEmpty()) {
            return value.bool().map(on -> on ? WhatIfSettings.STANDARD : WhatIfSettings.OFF);
        }
        WhatIfSettings standard = WhatIfSettings.STANDARD;
        return value.map(KEYS)
                .map(map -> new WhatIfSettings(
                        true,
                        map.read("candidates", CodecListReader::read).orElse(standard.candidates()),
                        map.read("share", WhatIfReader::share).orElse(standard.share())));
    }

    private static Optional<Double> share(YamlValue value) {
        return value.number(
                WhatIfSettings.MIN_SHARE,
                WhatIfSettings.MAX_SHARE,
                "a part of one processor from " + WhatIfSettings.MIN_SHARE + " to " + WhatIfSettings.MAX_SHARE);
    }
}
