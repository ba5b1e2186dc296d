/**
 * What one sidecar is told: a YAML file in, immutable records out. A file is taken whole or not at all, and every
 * mistake in it is named with its place.
 */
package io.narrows.config;
