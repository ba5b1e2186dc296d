/**
 * What a Java service on gRPC adds to have its calls compressed by the policy of a Narrows configuration, without a sidecar.
 * docs/middleware.md is the guide.
 */
package io.narrows.middleware;
