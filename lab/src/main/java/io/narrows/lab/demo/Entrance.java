package io.narrows.lab.demo;

import io.narrows.config.TrafficClass;

/** A listener that captures the connections of one class to one target of the peer. */
record Entrance(String target, TrafficClass trafficClass, int port) {}
