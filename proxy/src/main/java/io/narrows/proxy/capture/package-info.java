/**
 * Entry and exit of the applications' connections. Every capture ends in an accepted channel with a peer and a target;
 * a {@code Tunnel} joins such a channel with a link, on one event loop.
 */
@NullMarked
package io.narrows.proxy.capture;

import org.jspecify.annotations.NullMarked;
