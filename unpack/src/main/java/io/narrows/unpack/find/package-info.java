/** The search for compressed pieces in one direction of a connection. */
@NullMarked
package io.narrows.unpack.find;

import org.jspecify.annotations.NullMarked;
