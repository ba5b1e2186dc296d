/** Comma-separated values, with the column of each. */
@NullMarked
package io.narrows.estimate.csv;

import org.jspecify.annotations.NullMarked;
