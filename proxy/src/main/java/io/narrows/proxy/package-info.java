/**
 * The sidecar: {@link io.narrows.proxy.Sidecar} assembles captures, links, meters and the admin port, follows its
 * configuration, and shuts down in order.
 */
@NullMarked
package io.narrows.proxy;

import org.jspecify.annotations.NullMarked;
