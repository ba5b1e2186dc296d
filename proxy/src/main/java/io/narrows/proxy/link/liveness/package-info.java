/** Signs of life on links, and when silence means that the peer is dead. */
package io.narrows.proxy.link.liveness;
