/** Pieces that applications compressed, decompressed for a link and made again behind it, bit for bit. */
@NullMarked
package io.narrows.unpack;

import org.jspecify.annotations.NullMarked;
