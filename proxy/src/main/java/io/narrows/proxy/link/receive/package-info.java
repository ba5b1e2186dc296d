/** The receiving direction of a link: which context decodes a frame, where, and the contexts granted to the peer. */
package io.narrows.proxy.link.receive;
