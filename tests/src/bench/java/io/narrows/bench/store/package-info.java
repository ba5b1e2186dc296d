/** Groups of three stores, bundled or etcd, under the same load, each next to its sidecar on a separate host. */
package io.narrows.bench.store;
