/** Compression contexts of sending links: their memory, their windows, and the grants of the receiver. */
package io.narrows.proxy.link.context;
