/** Recorded traffic: the bytes and the time of each read, for each direction of each connection. */
@NullMarked
package io.narrows.lab.trace;

import org.jspecify.annotations.NullMarked;
