/** What a store shows of itself to those who watch it; docs/metrics.md lists the metrics. */
package io.narrows.node.metrics;
