/** The bytes of a link at its socket: those of its own, and those of TCP and IP, divided among the traffic that caused them. */
@NullMarked
package io.narrows.proxy.link.bill;

import org.jspecify.annotations.NullMarked;
