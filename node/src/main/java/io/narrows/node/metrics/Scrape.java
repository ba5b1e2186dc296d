package io.narrows.node.metrics;

/**
 * The meters of one moment.
 *
 * @param contentType the format of the body
 * @param encoding {@code gzip} if the body is compressed, else empty
 */
public record Scrape(String contentType, byte[] body, String encoding) {}
