/**
 * Warms the JVM up at start: {@link io.narrows.proxy.warmup.WarmUp} carries made-up traffic through two relays, and gives way to
 * real traffic.
 */
package io.narrows.proxy.warmup;
