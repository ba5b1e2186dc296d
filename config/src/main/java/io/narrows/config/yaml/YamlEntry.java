package io.narrows.config.yaml;

/**
 * A key with its value.
 *
 * @param name the key as a value of its own, so that a problem with the key is reported at the key
 */
public record YamlEntry(String key, YamlValue name, YamlValue value) {}
