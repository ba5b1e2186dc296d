/**
 * History shared by the links of two sidecars: the window of a link includes content that other links carried, in both
 * directions. The messages are described in docs/formats/link-protocol.md.
 */
@NullMarked
package io.narrows.proxy.link.shared;

import org.jspecify.annotations.NullMarked;
