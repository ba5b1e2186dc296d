package io.narrows.config.yaml;

/**
 * A key with its value.
 *
 * @param name the key as a separate value, so that a problem with the key is reported at its position
 */
public record YamlEntry(String key, YamlValue name, YamlValue value) {}
