/**
 * Recipes: encoders of known versions that make the same bytes from the same plain bytes, and the decoders of their formats.
 *
 * <p>Buffers are direct: native code on heap arrays would hold up garbage collection for as long as it compresses.
 */
@NullMarked
package io.narrows.unpack.recipe;

import org.jspecify.annotations.NullMarked;
