/** Ready links for the next captured connections. */
@NullMarked
package io.narrows.proxy.link.pool;

import org.jspecify.annotations.NullMarked;
