/**
 * Accounts for the bytes of a link at its socket: its own bytes, and those of TCP and IP headers, divided among the
 * traffic that caused them.
 */
@NullMarked
package io.narrows.proxy.link.bill;

import org.jspecify.annotations.NullMarked;
