/** Mutual TLS for links, with the active certificate files. */
@NullMarked
package io.narrows.proxy.tls;

import org.jspecify.annotations.NullMarked;
