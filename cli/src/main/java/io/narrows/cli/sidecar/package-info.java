/** Sidecars as processes of their own, and what they have counted, read from their metrics. */
package io.narrows.cli.sidecar;
