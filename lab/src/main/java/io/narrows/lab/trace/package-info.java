/** Recorded traffic: the bytes and the time of each read, for each direction of each connection. */
package io.narrows.lab.trace;
