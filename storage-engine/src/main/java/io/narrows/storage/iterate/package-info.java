/**
 * Turns entries into the rows that a reader sees: {@link io.narrows.storage.iterate.MergingIterator} merges many sorted
 * sources, and {@link io.narrows.storage.iterate.DbIterator} selects the version of each key that is live at a given
 * moment.
 */
@NullMarked
package io.narrows.storage.iterate;

import org.jspecify.annotations.NullMarked;
