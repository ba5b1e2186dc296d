/** The start of a link: TLS, hellos, the checks before a peer is admitted, and the limits on all of it. */
package io.narrows.proxy.link.handshake;
