/** Queries to a Prometheus server, or one with its HTTP API. */
@NullMarked
package io.narrows.cli.prometheus;

import org.jspecify.annotations.NullMarked;
