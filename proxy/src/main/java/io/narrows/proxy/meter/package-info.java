/**
 * Counters, their cost, and their export to Prometheus. Event loops add to cells without locks; cost is computed when
 * it is read. docs/metrics.md lists the metrics.
 */
@NullMarked
package io.narrows.proxy.meter;

import org.jspecify.annotations.NullMarked;
