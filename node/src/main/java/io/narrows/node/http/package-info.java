/**
 * HTTP/1.1 on gRPC's port: {@link io.narrows.node.http.SharedPort} inspects the first bytes of a connection and passes it to
 * gRPC or to {@link io.narrows.node.http.Pages}.
 */
@NullMarked
package io.narrows.node.http;

import org.jspecify.annotations.NullMarked;
