/** Compression and decompression of the blocks of a file. */
package io.narrows.storage.sst.compress;
