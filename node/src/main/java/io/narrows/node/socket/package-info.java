/** The sockets of a store. */
@NullMarked
package io.narrows.node.socket;

import org.jspecify.annotations.NullMarked;
