/**
 * The admin port: metrics, health, the configuration in force, links, and requests to reload or drain. Its work is done on a
 * thread of its own, never on an event loop that carries traffic.
 */
package io.narrows.proxy.admin;
