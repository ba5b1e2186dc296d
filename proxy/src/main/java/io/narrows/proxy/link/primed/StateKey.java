package io.narrows.proxy.link.primed;

import io.narrows.config.TrafficClass;

/**
 * The connections that may begin from each other's states: those of one peer to one target, in one direction, with TLS or without, and of
 * one class.
 *
 * @param target as OPEN names it
 * @param dialled whether this side opened the links
 * @param tls whether the sidecars end the TLS of the connections
 */
record StateKey(String target, boolean dialled, boolean tls, TrafficClass trafficClass) {}
