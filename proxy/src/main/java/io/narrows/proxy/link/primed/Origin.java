package io.narrows.proxy.link.primed;

import io.narrows.codec.dense.ContextState;

/**
 * A state from which a context begins, and the number of the peer's offer that names it.
 *
 * @param number counted from 0, in the order of the peer's hello
 */
public record Origin(int number, ContextState state) {}
