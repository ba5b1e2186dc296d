package io.narrows.proxy.link.primed;

import io.narrows.config.TrafficClass;

/**
 * The connections that may begin from each other's states: those of one peer to one target, in one direction and of one class.
 *
 * @param target as OPEN names it
 * @param dialled whether this side opened the links
 */
record StateKey(String target, boolean dialled, TrafficClass trafficClass) {}
