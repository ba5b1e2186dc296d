/**
 * The sidecar: {@link io.narrows.proxy.Sidecar} assembles captures, links, meters and the admin port, follows its
 * configuration, and shuts down in order.
 */
package io.narrows.proxy;
