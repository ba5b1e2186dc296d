/** Sidecars as separate processes, and their counters, read from their metrics. */
@NullMarked
package io.narrows.lab.sidecar;

import org.jspecify.annotations.NullMarked;
