/**
 * A cluster of the bundled store on this machine: three members in three zones of two regions, each next to its sidecar, all
 * in separate processes, under the load of a Kubernetes cluster; and the savings of their sidecars.
 */
@NullMarked
package io.narrows.lab.cluster;

import org.jspecify.annotations.NullMarked;
