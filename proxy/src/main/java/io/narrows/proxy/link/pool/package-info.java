/** Ready links for the next captured connections. */
package io.narrows.proxy.link.pool;
