/** The threads of a store. */
@NullMarked
package io.narrows.node.thread;

import org.jspecify.annotations.NullMarked;
