/**
 * Tests that a Kubernetes API server works on the bundled store as it does on etcd, while the store's members fail, and
 * that peers are found by its EndpointSlices.
 */
package io.narrows.tests.kubernetes;
