package io.narrows.proxy.link.unpack;

import io.narrows.unpack.recipe.Recipe;
import io.netty.buffer.ByteBuf;

/**
 * A piece in its carried form.
 *
 * @param bytes released by the holder of this record
 * @param begins whether the peer makes a new encoder for it
 */
record CarriedPiece(ByteBuf bytes, Recipe recipe, boolean begins) {}
