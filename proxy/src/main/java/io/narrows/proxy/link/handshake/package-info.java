/** The start of a link: TLS, hellos, the checks before a peer is admitted, and the limits on all of it. */
@NullMarked
package io.narrows.proxy.link.handshake;

import org.jspecify.annotations.NullMarked;
