/**
 * States of contexts that are kept when a connection has begun or ends, so that the contexts of later connections begin from them. What both
 * ends of a link still have is agreed by its hellos (docs/formats/link-protocol.md).
 */
@org.jspecify.annotations.NullMarked
package io.narrows.proxy.link.primed;
