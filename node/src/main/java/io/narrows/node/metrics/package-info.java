/** Metrics of the store; docs/metrics.md lists them. */
@NullMarked
package io.narrows.node.metrics;

import org.jspecify.annotations.NullMarked;
