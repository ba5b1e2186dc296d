/** The format of unpacked streams: literal bytes, and pieces as plain bytes with their recipes (docs/formats/unpacked.md). */
@NullMarked
package io.narrows.unpack.stream;

import org.jspecify.annotations.NullMarked;
