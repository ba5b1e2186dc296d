package io.narrows.config;

import io.narrows.config.yaml.YamlMap;

/** Reads the keys of {@code store} about its data on disk. */
final class StoreEngineReader {
    static final long MAX_CACHE = 64L << 30;
    static final long MIN_WRITE_BUFFER = 64L << 10;
    static final long MAX_WRITE_BUFFER = 16L << 30;

    private StoreEngineReader() {}

    static StoreEngine read(YamlMap store) {
        StoreEngine standard = StoreEngine.DEFAULT;
        return new StoreEngine(
                store.read("compression", LadderReader::read).orElse(standard.compression()),
                store.read("bottommost-compression", LadderReader::readOne),
                store.read("cache", value -> Sizes.read(value, 0, MAX_CACHE)).orElse(standard.cache()),
                store.read("write-buffer", value -> Sizes.read(value, MIN_WRITE_BUFFER, MAX_WRITE_BUFFER))
                        .orElse(standard.writeBuffer()));
    }
}
