/**
 * The receiving direction of a link: which context decodes a frame, on which thread, and which contexts are granted to
 * the peer.
 */
@NullMarked
package io.narrows.proxy.link.receive;

import org.jspecify.annotations.NullMarked;
