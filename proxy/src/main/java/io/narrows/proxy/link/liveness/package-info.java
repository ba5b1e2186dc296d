/** Signs of life on links, and when silence means that the peer is dead. */
@NullMarked
package io.narrows.proxy.link.liveness;

import org.jspecify.annotations.NullMarked;
