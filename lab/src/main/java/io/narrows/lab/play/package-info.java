/** Plays recorded traffic through real sockets, at its recorded pace, and compares the received bytes with it. */
package io.narrows.lab.play;
