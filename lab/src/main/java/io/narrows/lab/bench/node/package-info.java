/** {@code narrows bench node}: a cluster's load on any server with etcd's API, and the results. */
package io.narrows.lab.bench.node;
