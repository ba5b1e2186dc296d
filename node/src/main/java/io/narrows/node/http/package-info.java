/**
 * HTTP/1.1 on the port of gRPC: {@link io.narrows.node.http.SharedPort} looks at the first bytes of a connection and gives it to gRPC, or
 * to {@link io.narrows.node.http.Pages}.
 */
package io.narrows.node.http;
