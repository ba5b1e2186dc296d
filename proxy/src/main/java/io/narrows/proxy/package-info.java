/**
 * The sidecar: {@link io.narrows.proxy.Sidecar} puts capture, link, meter and admin port together, follows its configuration
 * and ends in an orderly way.
 */
package io.narrows.proxy;
