package io.narrows.node.metrics;

/**
 * The values of all meters at one moment.
 *
 * @param contentType format of the body
 * @param encoding {@code gzip} if the body is compressed, otherwise empty
 */
public record Scrape(String contentType, byte[] body, String encoding) {}
