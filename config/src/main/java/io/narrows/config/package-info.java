/**
 * The configuration of a sidecar: reads a YAML file into immutable records. A file is accepted as a whole or not at all, and
 * every mistake in it is reported with its position.
 */
@NullMarked
package io.narrows.config;

import org.jspecify.annotations.NullMarked;
