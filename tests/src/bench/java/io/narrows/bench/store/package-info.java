/** Groups of three stores, bundled or etcd, under the same load, each next to its sidecar on a host of its own. */
package io.narrows.bench.store;
