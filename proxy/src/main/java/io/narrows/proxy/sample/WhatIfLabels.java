package io.narrows.proxy.sample;

import io.narrows.codec.CodecSpec;
import io.narrows.config.PeerId;
import io.narrows.config.TrafficClass;

/** A kind of sent traffic, and a candidate that it was compressed with. */
record WhatIfLabels(PeerId peer, TrafficClass trafficClass, CodecSpec candidate) {}
