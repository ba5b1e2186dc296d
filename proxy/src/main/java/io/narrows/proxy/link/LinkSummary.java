package io.narrows.proxy.link;

/**
 * One link as {@code /links} shows it.
 *
 * @param dialled whether this side made the connection
 * @param target empty while nobody took the link
 * @param trafficClass of what is sent, empty while nobody took the link
 * @param codec of what is sent, empty while nobody took the link
 * @param steppedDown why that is a faster one than the policy asks for, empty when it is not
 * @param encrypted whether TLS carries it
 * @param memoryBytes of its contexts and of what waits in it, in bytes
 */
public record LinkSummary(
        String peer,
        boolean dialled,
        Link.State state,
        String target,
        String trafficClass,
        String codec,
        String steppedDown,
        boolean encrypted,
        long memoryBytes) {}
