/**
 * From entries to what a reader sees: many sorted sources become one ({@link io.narrows.storage.iterate.MergingIterator}),
 * and of its versions the one that lives at a moment is shown ({@link io.narrows.storage.iterate.DbIterator}).
 */
package io.narrows.storage.iterate;
