/** Metrics of the store; docs/metrics.md lists them. */
package io.narrows.node.metrics;
