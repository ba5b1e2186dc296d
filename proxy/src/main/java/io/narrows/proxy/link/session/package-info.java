/** One link after its handshake: both directions, its control messages, and its end. */
package io.narrows.proxy.link.session;
