/** The bytes of a link at its socket: those of its own, and those of TCP and IP, divided among the traffic that caused them. */
package io.narrows.proxy.link.bill;
