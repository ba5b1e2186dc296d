/** How connections of databases turn from plain text to TLS, on both sides: the packets, and what is refused. */
@NullMarked
package io.narrows.proxy.starttls;

import org.jspecify.annotations.NullMarked;
