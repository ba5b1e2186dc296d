/**
 * Counts messages of calls under the names and labels that a sidecar's metrics have, see docs/metrics.md. Messages add to cells,
 * scrapes read them.
 */
package io.narrows.middleware.meter;
