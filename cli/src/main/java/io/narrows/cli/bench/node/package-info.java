/** {@code narrows bench node}: a cluster's load on any server with etcd's API, and what it came to. */
package io.narrows.cli.bench.node;
