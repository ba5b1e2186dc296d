/** Codecs of gRPC messages, under the names that gRPC peers in other languages give them. */
package io.narrows.middleware.codec;
