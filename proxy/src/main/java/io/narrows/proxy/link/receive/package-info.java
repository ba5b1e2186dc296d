/** The receiving direction of a link: which context decodes a frame, where, and the contexts granted to the peer. */
@NullMarked
package io.narrows.proxy.link.receive;

import org.jspecify.annotations.NullMarked;
