/** Plays recorded traffic through real sockets, at its recorded pace, and compares the received bytes with it. */
@NullMarked
package io.narrows.lab.play;

import org.jspecify.annotations.NullMarked;
