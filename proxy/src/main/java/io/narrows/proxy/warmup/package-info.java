/**
 * Warms up the JVM at startup: {@link io.narrows.proxy.warmup.WarmUp} carries synthetic traffic through two relays, and yields
 * to real traffic.
 */
@NullMarked
package io.narrows.proxy.warmup;

import org.jspecify.annotations.NullMarked;
