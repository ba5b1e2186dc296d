/** Groups of three stores, of the bundled one or of etcd, under the same load, each beside its sidecar on a host of its own. */
package io.narrows.bench.store;
