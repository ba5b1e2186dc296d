/**
 * The admin port: metrics, health, the active configuration, links, and requests to reload or drain. It works on a
 * separate thread, never on an event loop that carries traffic.
 */
@NullMarked
package io.narrows.proxy.admin;

import org.jspecify.annotations.NullMarked;
