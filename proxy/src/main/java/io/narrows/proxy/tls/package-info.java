/** Mutual TLS for links and TLS with databases, with the active certificate files. */
@NullMarked
package io.narrows.proxy.tls;

import org.jspecify.annotations.NullMarked;
