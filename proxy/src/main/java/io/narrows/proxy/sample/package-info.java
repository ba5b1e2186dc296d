/**
 * Samples of traffic that goes without links in a dry run: copies of some bytes are compressed as the policy says, and
 * discarded, to measure what links would save.
 */
@NullMarked
package io.narrows.proxy.sample;

import org.jspecify.annotations.NullMarked;
