/** Mutual TLS for links, with the active certificate files. */
package io.narrows.proxy.tls;
