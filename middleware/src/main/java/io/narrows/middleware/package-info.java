/**
 * A library that compresses the calls of a Java service on gRPC by the policy of a Narrows configuration, without a sidecar.
 * docs/middleware.md is the guide.
 */
@NullMarked
package io.narrows.middleware;

import org.jspecify.annotations.NullMarked;
