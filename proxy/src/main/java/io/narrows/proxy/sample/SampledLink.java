package io.narrows.proxy.sample;

import io.narrows.config.PeerId;
import io.narrows.proxy.link.registry.LinkTap;
import java.util.function.IntUnaryOperator;

/**
 * A link to be sampled.
 *
 * @param wireBytes returns the bytes at the socket of a frame whose payload has the given length
 * @param need the samples that the choice of its codec needs
 */
record SampledLink(PeerId peer, IntUnaryOperator wireBytes, LinkTap.Unpacking unpacking, SampleNeed need) {}
