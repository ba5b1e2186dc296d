/** Ratios and speeds of codecs that were measured on recorded traffic, as ranges. */
@NullMarked
package io.narrows.estimate.measured;

import org.jspecify.annotations.NullMarked;
