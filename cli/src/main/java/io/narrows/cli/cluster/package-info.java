/**
 * A cluster of the bundled store on this machine: three members in three zones of two regions, each beside its sidecar, all of them
 * processes of their own, under the load of a Kubernetes cluster; and what their sidecars made of it.
 */
package io.narrows.cli.cluster;
