package io.narrows.config;

import io.narrows.codec.dictionary.Dictionary;
import io.narrows.config.yaml.Keys;
import io.narrows.config.yaml.YamlValue;
import java.nio.file.Path;
import java.util.Optional;

/** Reads {@code dictionaries}. A relative path starts at the folder of the configuration file. */
final class DictionariesReader {
    static final Keys KEYS = Keys.of("dictionaries").required("path").optional("max-size", "store-size", "train");

    private final Directories directories;

    DictionariesReader(Path folder) {
        this.directories = new Directories(folder);
    }

    Optional<DictionarySettings> read(YamlValue value) {
        return value.map(KEYS).flatMap(map -> {
            Optional<Path> path = map.read("path", directories::read);
            int maxSize = map.read("max-size", size -> Sizes.read(size, Dictionary.MIN_BYTES, Dictionary.MAX_BYTES))
                    .map(Long::intValue)
                    .orElse(Dictionary.MAX_BYTES);
            long storeSize = map.read(
                            "store-size",
                            size -> Sizes.read(
                                    size, DictionarySettings.MIN_STORE_SIZE, DictionarySettings.MAX_STORE_SIZE))
                    .orElse(DictionarySettings.DEFAULT_STORE_SIZE);
            boolean train = map.read("train", YamlValue::bool).orElse(true);
            return path.map(directory -> new DictionarySettings(directory, maxSize, storeSize, train));
        });
    }
}
