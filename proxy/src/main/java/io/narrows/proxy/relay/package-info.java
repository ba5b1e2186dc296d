/**
 * Assembles the parts of a sidecar that carry traffic: captures, link pools, targets and the link listener. It has no admin
 * port and does not follow its configuration; {@link io.narrows.proxy.Sidecar} does both.
 */
@NullMarked
package io.narrows.proxy.relay;

import org.jspecify.annotations.NullMarked;
