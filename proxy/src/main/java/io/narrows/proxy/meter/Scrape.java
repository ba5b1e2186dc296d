package io.narrows.proxy.meter;

/**
 * The metrics at one moment.
 *
 * @param contentType the format of the body
 */
public record Scrape(String contentType, byte[] body) {}
