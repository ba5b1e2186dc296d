package io.narrows.config;

/** HTTP CONNECT on one local address for all peers, by the addresses that the database gives them. */
public record ConnectCapture(HostPort listen, boolean exposed) implements Capture {}
