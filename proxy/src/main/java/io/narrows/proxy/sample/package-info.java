/**
 * Samples of traffic: copies of some bytes are compressed and discarded. In a dry run, they are compressed as the policy says, to
 * measure what links would save; on links, with other codecs and levels, to measure what those would save.
 */
@NullMarked
package io.narrows.proxy.sample;

import org.jspecify.annotations.NullMarked;
