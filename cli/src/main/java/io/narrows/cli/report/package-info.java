/** Reports what the traffic of sidecars has cost, from their metrics, as a table, as JSON and as FOCUS. */
@NullMarked
package io.narrows.cli.report;

import org.jspecify.annotations.NullMarked;
