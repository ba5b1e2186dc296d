/**
 * What is inside a block: entries in the order of their keys, each written as its difference from the one before it.
 * Every so many entries a key stands whole, at a restart point, so that a block can be searched. How the difference is
 * written is the {@link io.narrows.storage.sst.block.KeyEncoding}.
 */
package io.narrows.storage.sst.block;
