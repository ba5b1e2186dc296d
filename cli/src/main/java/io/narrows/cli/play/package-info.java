/** Plays recorded traffic through real sockets, at its recorded pace, and compares what arrives with the recording. */
package io.narrows.cli.play;
