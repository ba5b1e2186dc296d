package io.narrows.config.yaml;

/**
 * The contents that a file should have, for messages.
 *
 * @param noun such as "a configuration"
 * @param leastText the same with the least that the file must contain
 */
public record Contents(String noun, String leastText) {
    public static final Contents CONFIGURATION =
            new Contents("a configuration", "a configuration that starts with version: 1");
}
