/**
 * Links between sidecars, as captures and targets see them. The parts of a link are in the packages below, and each
 * link belongs to one event loop. The format is described in docs/formats/link-protocol.md.
 */
@NullMarked
package io.narrows.proxy.link;

import org.jspecify.annotations.NullMarked;
