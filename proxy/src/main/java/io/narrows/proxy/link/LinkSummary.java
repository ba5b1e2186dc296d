package io.narrows.proxy.link;

/** One link as {@code /links} shows it. */
public record LinkSummary(
        String peer,
        boolean dialled,
        Link.State state,
        String target,
        String trafficClass,
        String codec,
        boolean encrypted,
        long memoryBytes) {}
