/** Addresses of a capture as nodes with a place. */
@NullMarked
package io.narrows.estimate.topology;

import org.jspecify.annotations.NullMarked;
