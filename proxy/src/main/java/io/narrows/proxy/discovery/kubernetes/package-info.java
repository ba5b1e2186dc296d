/** Peers found in a Kubernetes cluster: the endpoints of a Service, by the plain API. */
@NullMarked
package io.narrows.proxy.discovery.kubernetes;

import org.jspecify.annotations.NullMarked;
