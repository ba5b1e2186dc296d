/**
 * Pieces that applications compressed, on both sides of a link: {@link io.narrows.proxy.link.unpack.UnpackingStream} unpacks them before
 * the link's codec, and {@link io.narrows.proxy.link.unpack.RebuildingStream} makes them again behind it. docs/formats/unpacked.md describes
 * what is carried between the two.
 */
@NullMarked
package io.narrows.proxy.link.unpack;

import org.jspecify.annotations.NullMarked;
