/**
 * The content of a block: entries in key order, each encoded as the difference from the previous one. At regular intervals a
 * key is stored whole, at a restart point, which allows binary search in the block.
 * {@link io.narrows.storage.sst.block.KeyEncoding} defines how differences are encoded.
 */
@NullMarked
package io.narrows.storage.sst.block;

import org.jspecify.annotations.NullMarked;
