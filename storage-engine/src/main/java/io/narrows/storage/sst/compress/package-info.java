/** How the blocks of a file are compressed. */
package io.narrows.storage.sst.compress;
