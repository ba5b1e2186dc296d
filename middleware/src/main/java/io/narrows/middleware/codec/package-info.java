/** Codecs of gRPC messages, under the names used by gRPC peers in other languages. */
@NullMarked
package io.narrows.middleware.codec;

import org.jspecify.annotations.NullMarked;
