package io.narrows.proxy.discovery.dns;

/** The host and port of an SRV record. Priority and weight do not matter, since all peers are wanted. */
record Service(String host, int port) {}
