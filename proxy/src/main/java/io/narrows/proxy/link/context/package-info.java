/** Compression contexts of sending links: their memory, their windows, and the grants of the receiver. */
@NullMarked
package io.narrows.proxy.link.context;

import org.jspecify.annotations.NullMarked;
