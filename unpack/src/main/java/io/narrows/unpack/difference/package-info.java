/** Short lists of edits between a recipe's output and the bytes of a stream. */
@NullMarked
package io.narrows.unpack.difference;

import org.jspecify.annotations.NullMarked;
