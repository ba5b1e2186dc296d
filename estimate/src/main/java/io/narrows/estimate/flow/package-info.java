/** Bytes between nodes without their content: of a cluster on paper, a table, or metrics. */
@NullMarked
package io.narrows.estimate.flow;

import org.jspecify.annotations.NullMarked;
