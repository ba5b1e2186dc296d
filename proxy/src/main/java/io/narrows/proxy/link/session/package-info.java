/** One link after its handshake: both directions, its control messages, and its end. */
@NullMarked
package io.narrows.proxy.link.session;

import org.jspecify.annotations.NullMarked;
