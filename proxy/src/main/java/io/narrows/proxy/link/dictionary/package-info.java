/**
 * Dictionaries with which contexts of links begin, and their way to the peer. What both ends of a link have is agreed by its hellos
 * (docs/formats/link-protocol.md).
 */
@org.jspecify.annotations.NullMarked
package io.narrows.proxy.link.dictionary;
