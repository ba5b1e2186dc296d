/** Codecs of gRPC messages, under the names used by gRPC peers in other languages. */
package io.narrows.middleware.codec;
