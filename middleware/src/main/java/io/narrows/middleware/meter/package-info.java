/**
 * Counts the messages of calls under the names and labels of a sidecar's metrics, see docs/metrics.md. Messages add to
 * cells, scrapes read them.
 */
@NullMarked
package io.narrows.middleware.meter;

import org.jspecify.annotations.NullMarked;
