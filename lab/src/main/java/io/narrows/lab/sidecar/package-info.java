/** Sidecars as separate processes, and their counters, read from their metrics. */
package io.narrows.lab.sidecar;
