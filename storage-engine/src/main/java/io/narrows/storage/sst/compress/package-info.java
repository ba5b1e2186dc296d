/** Compression and decompression of the blocks of a file. */
@NullMarked
package io.narrows.storage.sst.compress;

import org.jspecify.annotations.NullMarked;
