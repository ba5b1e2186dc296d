/** Dictionaries: bytes that both ends of a stream have before the first frame, and the files that contain them. */
@NullMarked
package io.narrows.codec.dictionary;

import org.jspecify.annotations.NullMarked;
