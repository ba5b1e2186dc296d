/** Keepalive messages on links, and the rules for when a silent peer is considered dead. */
@NullMarked
package io.narrows.proxy.link.liveness;

import org.jspecify.annotations.NullMarked;
